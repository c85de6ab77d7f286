import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Hides the rows of pages that lack a word of the term, and returns how many are left. The words are read from the
 * rows, as they are shown: labels, descriptions, options.
 */
export function useFoundRows(area: RefObject<HTMLElement | null>, term: string | undefined): number | null {
  const [count, setCount] = useState<number | null>(null);
  useLayoutEffect(() => {
    const pages = area.current;
    if (!pages || term === undefined) return setCount(null);
    const words = folded(term).split(/\s+/);
    const filter = () => setCount(showFound(pages, words));
    filter();
    // Some rows are read later.
    const observer = new MutationObserver(filter);
    observer.observe(pages, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [area, term]);
  return count;
}

function showFound(pages: HTMLElement, words: readonly string[]): number {
  let total = 0;
  for (const page of pages.children) {
    const [title, ...rows] = page.children;
    const found = rows.filter((row) => hasAll(`${title?.textContent} ${row.textContent}`, words));
    for (const row of rows) row.toggleAttribute("hidden", !found.includes(row));
    page.toggleAttribute("hidden", found.length === 0);
    total += found.length;
  }
  return total;
}

function hasAll(text: string, words: readonly string[]): boolean {
  const searched = folded(text);
  return words.every((word) => searched.includes(word));
}

/** Without case and marks, such as accents. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
