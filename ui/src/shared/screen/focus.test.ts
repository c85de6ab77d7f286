import { expect, test } from "vitest";
import { focusTable } from "./focus";

const HEAD = 32;

/** A table scrolled by so many of its ten rows, whose rows are as high as its head. */
function tableScrolledBy(rows: number, remembered?: number): HTMLElement {
  document.body.innerHTML = `<div role="grid" tabindex="0"><div role="columnheader"></div>${Array.from(
    { length: 10 },
    (_, at) => `<div role="row" data-key="${at}" tabindex="${at === remembered ? 0 : -1}">
      <div role="rowheader"><span role="link" tabindex="0"></span></div>
    </div>`,
  ).join("")}</div>`;
  for (const [at, row] of document.querySelectorAll("[role=row]").entries()) {
    row.getBoundingClientRect = () => new DOMRect(0, HEAD + (at - rows) * HEAD, 100, HEAD);
  }
  const head = document.querySelector("[role=columnheader]");
  if (head) head.getBoundingClientRect = () => new DOMRect(0, 0, 100, HEAD);
  return document.querySelector("[role=grid]") as HTMLElement;
}

test("a table that remembers no row gets the focus on its first row in view", () => {
  focusTable(tableScrolledBy(3));
  expect(document.activeElement).toHaveAttribute("data-key", "3");
});

test("a table that remembers a row out of view gets the focus on its first row in view", () => {
  focusTable(tableScrolledBy(3, 0));
  expect(document.activeElement).toHaveAttribute("data-key", "3");
});

test("a table restores a row in view that it remembers", () => {
  const table = tableScrolledBy(3, 5);
  focusTable(table);
  expect(document.activeElement).toBe(table);
});

test("a row below what scrolls the whole screen is out of view", () => {
  const table = tableScrolledBy(0, 8);
  const main = document.createElement("main");
  main.style.overflowY = "auto";
  main.getBoundingClientRect = () => new DOMRect(0, 0, 100, 5 * HEAD);
  const container = document.createElement("div");
  container.style.setProperty("--scrolled-by", "screen");
  container.getBoundingClientRect = () => new DOMRect(0, 0, 100, 11 * HEAD);
  document.body.append(main);
  main.append(container);
  container.append(table);
  focusTable(table);
  expect(document.activeElement).toHaveAttribute("data-key", "0");
});
