import { afterEach, expect, it } from "vitest";
import { drawingOf } from "./drawing";

afterEach(() => document.body.replaceChildren());

function drawn(html: string) {
  document.body.innerHTML = `<div id="root"><div class="frame">${html}</div></div>`;
  return drawingOf(document.getElementById("root") as HTMLElement);
}

const inside = (html: string) => drawn(html)?.children;

it("keeps what is drawn, without names, handlers, and focus", () => {
  const html = `<button id="x" class="button react-aria-Button" tabindex="0" onclick="go()" aria-label="Open" aria-current="page"
    data-hovered="true" data-focus-visible="true" data-key="r1" data-verdict="good" style="width: 12px; cursor: pointer">Open</button>`;
  expect(inside(html)).toEqual([
    {
      tag: "button",
      class: "button",
      attributes: { "aria-current": "page", "data-verdict": "good" },
      styles: { width: "12px" },
      children: ["Open"],
    },
  ]);
});

it("keeps shapes, and fields with what they show", () => {
  const [shape] = inside(`<svg viewBox="0 0 4 4" class="lucide"><title>No</title><path d="M0 0" /></svg>`) ?? [];
  expect(shape).toEqual({
    tag: "svg",
    class: "lucide",
    attributes: { viewBox: "0 0 4 4" },
    children: [{ tag: "path", attributes: { d: "M0 0" } }],
  });
  const [field] = inside(`<input type="search" placeholder="Search" value="kaffee" name="q">`) ?? [];
  expect(field).toEqual({
    tag: "input",
    attributes: { type: "search", placeholder: "Search", value: "kaffee" },
  });
});

it("leaves out what only screen readers meet", () => {
  const hidden = `<span style="clip-path: inset(50%); position: absolute">Sync details</span>`;
  expect(inside(`<p>Synced${hidden}</p><template><p>x</p></template>`)).toEqual([{ tag: "p", children: ["Synced"] }]);
});

it("leaves out what is true only at its moment", () => {
  expect(inside(`<p>240 reports<time data-passing="true">Live</time></p>`)).toEqual([
    { tag: "p", children: ["240 reports"] },
  ]);
});

it("leaves out rows beyond the window", () => {
  document.body.innerHTML = `<div id="root"><div><div role="row" style="position: absolute">one</div></div></div>`;
  const root = document.getElementById("root") as HTMLElement;
  expect(drawingOf(root)?.children).toHaveLength(1);
  const row = root.querySelector("[role=row]") as HTMLElement;
  row.getBoundingClientRect = () => new DOMRect(0, window.innerHeight + 1, 100, 36);
  expect(drawingOf(root)?.children).toBeUndefined();
});

it.each([
  ["a dialog", `<section role="dialog"></section>`],
  ["a menu", `<div role="menu"></div>`],
  ["a message", `<div data-toasts></div>`],
  ["selected rows", `<div data-selects="true"></div>`],
  ["a password", `<input type="password" value="secret">`],
  ["what can load", `<iframe></iframe>`],
  ["a picture", `<img alt="">`],
  ["a form field with lines", "<textarea>typed</textarea>"],
])("is not of a screen with %s", (_, html) => {
  expect(drawn(html)).toBeNull();
});

it("is not of a screen that is scrolled: a start begins at its top", () => {
  expect(drawn(`<div class="list"></div>`)).not.toBeNull();
  const list = document.querySelector(".list") as HTMLElement;
  list.scrollTop = 40;
  expect(drawingOf(document.getElementById("root") as HTMLElement)).toBeNull();
});
