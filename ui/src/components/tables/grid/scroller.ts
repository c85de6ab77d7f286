/** The element that scrolls the rows in a container: itself or, where the whole screen scrolls, one around it. */
export function scrollerOf(container: Element): Element {
  // Some webviews keep the space before it.
  if (getComputedStyle(container).getPropertyValue("--scrolled-by").trim() !== "screen") return container;
  let around = container.parentElement;
  while (around && !/auto|scroll|hidden/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
  return around ?? container;
}

/** Where the rows' container begins in what its scroller scrolls, in pixels. */
export function startIn(scroller: Element, container: Element): number {
  if (scroller === container) return 0;
  return container.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
