import type { PictureElement, PictureNode } from "../../host/contract";

/** Drawn otherwise at the next start, or holding what was typed. */
const NOT_KEPT = [
  "[role=dialog]",
  "[role=alertdialog]",
  "[role=menu]",
  "[data-toasts]",
  "[data-selects]",
  "input[type=password]",
].join(", ");

/** Elements that show everything without loading anything. */
const TAGS = new Set(
  (
    "a article aside b bdi br button caption code col colgroup dd div dl dt em footer h1 h2 h3 h4 h5 h6 header i input " +
    "kbd label li main mark nav ol output p section small span strong sub sup table tbody td tfoot th thead time tr ul " +
    "wbr svg g path circle ellipse rect line polyline polygon text tspan"
  ).split(" "),
);

/** Elements that draw nothing. */
const WITHOUT_PICTURE = new Set(["template", "title", "script"]);

const ATTRIBUTES = new Set(
  (
    "dir lang role hidden disabled colspan rowspan aria-current aria-selected aria-expanded aria-busy aria-sort " +
    "viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points fill stroke stroke-width stroke-linecap " +
    "stroke-linejoin stroke-dasharray stroke-dashoffset opacity fill-rule clip-rule transform text-anchor " +
    "dominant-baseline preserveAspectRatio vector-effect pathLength"
  ).split(" "),
);

/** States of pointer and focus, and what only scripts read. */
const PASSING =
  /^data-(hovered|pressed|focused|focus-visible|focus-within|key|collection|rac|href|dragging|drop-target|react-aria-.*)$/;

const SIMPLE = /^[\w.-]{0,60}$/;

/** Styles that draw nothing. */
const WITHOUT_LOOK = /^(-webkit-)?(touch-action|user-select|pointer-events|cursor|contain|will-change|touch-callout)$/;

/**
 * The drawn screen without anything that acts or names; null if the next start would draw something else, such as with
 * an open dialog or a scrolled list.
 */
export function drawingOf(root: Element): PictureElement | null {
  const [screen, ...others] = [...root.children].filter(isDrawn);
  if (!screen || others.length > 0 || document.querySelector(NOT_KEPT)) return null;
  let isWhole = true;

  function elementOf(element: Element): PictureElement {
    const tag = element.localName;
    if (!TAGS.has(tag) || element.scrollTop !== 0 || element.scrollLeft !== 0) isWhole = false;
    const classNames = [...element.classList].filter(
      (name) => /^[\w-]+$/.test(name) && !name.startsWith("react-aria-"),
    );
    const attributes = attributesOf(element);
    const styles = stylesOf(element);
    const children = [...element.childNodes].flatMap(nodeOf);
    return {
      tag,
      ...(classNames.length > 0 && { class: classNames.join(" ") }),
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(Object.keys(styles).length > 0 && { styles }),
      ...(children.length > 0 && { children }),
    };
  }

  function nodeOf(node: Node): PictureNode[] {
    if (node instanceof Text) return node.data === "" ? [] : [node.data];
    return node instanceof Element && isDrawn(node) ? [elementOf(node)] : [];
  }

  const drawing = elementOf(screen);
  return isWhole ? drawing : null;
}

function isDrawn(element: Element): boolean {
  // `data-passing`: true only at its moment, such as the service's state.
  if (WITHOUT_PICTURE.has(element.localName) || element.hasAttribute("data-passing")) return false;
  const { clipPath, position } = styleOf(element) ?? {};
  // Only screen readers meet it.
  if (clipPath === "inset(50%)") return false;
  if (position !== "absolute" || element.getAttribute("role") !== "row") return true;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}

function attributesOf(element: Element): Record<string, string> {
  const kept = [...element.attributes].flatMap(({ name, value }): [string, string][] =>
    ATTRIBUTES.has(name) || (name.startsWith("data-") && !PASSING.test(name) && SIMPLE.test(value))
      ? [[name, value]]
      : [],
  );
  return Object.fromEntries(element instanceof HTMLInputElement ? [...kept, ...fieldOf(element)] : kept);
}

function fieldOf({ type, placeholder, value, checked }: HTMLInputElement): [string, string][] {
  return [
    ["type", type],
    ...(placeholder ? [["placeholder", placeholder] as [string, string]] : []),
    ...(type === "text" || type === "search" ? [["value", value] as [string, string]] : []),
    ...(checked ? [["checked", ""] as [string, string]] : []),
  ];
}

function stylesOf(element: Element): Record<string, string> {
  const style = styleOf(element);
  const names = style ? [...style].filter((name) => !WITHOUT_LOOK.test(name)) : [];
  return Object.fromEntries(names.map((name) => [name, style?.getPropertyValue(name).trim() ?? ""]));
}

function styleOf(element: Element): CSSStyleDeclaration | null {
  return element instanceof HTMLElement || element instanceof SVGElement ? element.style : null;
}
