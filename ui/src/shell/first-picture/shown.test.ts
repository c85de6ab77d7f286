import { afterEach, beforeEach, expect, it, vi } from "vitest";
import firstPress from "../../../first-press.js?raw";
import { answersInPage, pictureInPage, type ShownPicture } from "./shown";

// Missing in jsdom; elsewhere axe-core would take it for a layout.
beforeEach(() => {
  document.elementFromPoint = () => null;
});

afterEach(() => {
  Reflect.deleteProperty(document, "elementFromPoint");
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const ROW = `<div role="row" class="row"><div role="rowheader">one.example</div><button class="age">2 min. ago</button></div>`;

/** The same as the core draws it: with classes of its own for sizes. */
const KEPT_ROW = ROW.replace(/class="(\w+)/g, 'class="$1 first-picture-4');

/** A page with a picture, and the real screen once it is drawn. */
function open(each = (_part: Element) => {}): { picture: ShownPicture; draw: (html: string) => HTMLElement } {
  document.body.innerHTML = `<div id="first-picture">${KEPT_ROW}</div><div id="root"></div>`;
  document.querySelectorAll("#first-picture *").forEach(each);
  const picture = pictureInPage();
  if (!picture) throw new Error("no picture");
  const root = document.getElementById("root") as HTMLElement;
  return {
    picture,
    draw: (html) => {
      root.innerHTML = html;
      return root;
    },
  };
}

function place(part: Element | null, top: number) {
  if (part) part.getBoundingClientRect = () => new DOMRect(0, top, 100, 36);
}

function press(x: number, y: number, button = 0) {
  document.body.dispatchEvent(new MouseEvent("pointerdown", { clientX: x, clientY: y, button, bubbles: true }));
}

const isShown = () => document.getElementById("first-picture") !== null;

it("gives way in the second frame in which the real screen is ready, and is gone then", async () => {
  const { picture, draw } = open();
  const root = draw(ROW);
  expect(root).toHaveAttribute("aria-busy", "true");
  let asked = 0;
  await picture.giveWay(() => {
    asked += 1;
    expect(isShown()).toBe(true);
    return asked > 2;
  });
  expect(asked).toBe(4);
  expect(isShown()).toBe(false);
  expect(root).not.toHaveAttribute("aria-busy");
});

it("gives way in the end to a screen that is never ready", async () => {
  const { picture } = open();
  const begun = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => begun);
  const late = picture.giveWay(() => false);
  vi.mocked(performance.now).mockImplementation(() => begun + 10_001);
  await late;
  expect(isShown()).toBe(false);
});

it("does on the real screen what was pressed on the picture, as soon as it can", async () => {
  const { picture, draw } = open();
  for (const part of document.querySelectorAll("#first-picture *")) place(part, 10);
  place(document.querySelector("#first-picture button"), 200);
  press(50, 20);
  const given = picture.giveWay(() => false);
  const pressed: string[] = [];
  const root = draw(`${ROW}<div role="row" class="row"><div role="rowheader">two.example</div></div>`);
  for (const row of root.querySelectorAll("[role=row]"))
    row.addEventListener("click", () => pressed.push(row.querySelector("[role=rowheader]")?.textContent ?? ""));
  // A notice moved the rows since.
  for (const row of root.querySelectorAll("[role=row]")) place(row, 90);
  await given;
  expect(pressed).toEqual(["one.example"]);
  press(50, 20);
  expect(pressed).toHaveLength(1);
});

it("shows what is pressed at once, loads what it may open, and leads there before the real screen is painted", async () => {
  const { picture, draw } = open();
  const [row, button] = ["[role=row]", "button"].map((part) => document.querySelector(`#first-picture ${part}`));
  place(row as Element, 10);
  place(button as Element, 10);
  let loads = 0;
  press(50, 20);
  expect(button).toHaveAttribute("data-pressed");
  picture.whenPressed(() => {
    loads += 1;
  });
  expect(loads).toBe(1);
  place(button as Element, 200);
  press(50, 20);
  expect(loads).toBe(2);
  expect(button).not.toHaveAttribute("data-pressed");
  expect(row).toHaveAttribute("data-open");
  let clicks = 0;
  const root = draw("");
  root.addEventListener("click", () => {
    clicks += 1;
  });
  root.innerHTML = ROW;
  // The engine paints after microtasks.
  await Promise.resolve();
  expect([clicks, isShown()]).toEqual([1, false]);
  await picture.giveWay(() => false);
  expect(clicks).toBe(1);
});

it("takes a press that came before the scripts", () => {
  new Function(firstPress)();
  press(50, 20);
  const { picture } = open((part) => place(part, 10));
  let loads = 0;
  picture.whenPressed(() => {
    loads += 1;
  });
  expect(loads).toBe(1);
  expect(document.querySelector("#first-picture button")).toHaveAttribute("data-pressed");
});

it("leaves a press to the real screen that it has reached, and gives way at once", async () => {
  const { picture, draw } = open();
  for (const part of document.querySelectorAll("#first-picture *")) place(part, 10);
  const row = draw(ROW).querySelector("[role=row]") as HTMLElement;
  place(row, 10);
  let clicks = 0;
  row.addEventListener("click", () => {
    clicks += 1;
  });
  const given = picture.giveWay(() => false);
  row.dispatchEvent(new MouseEvent("pointerdown", { clientX: 50, clientY: 20, bubbles: true }));
  await given;
  expect(isShown()).toBe(false);
  expect(clicks).toBe(0);
});

it("presses nothing else than what was pressed, and only what was pressed last", async () => {
  const { picture, draw } = open();
  for (const part of document.querySelectorAll("#first-picture [role=row]")) place(part, 10);
  place(document.querySelector("#first-picture button"), 300);
  press(50, 20);
  press(50, 310);
  const root = draw(`<div role="row" class="row"><div role="rowheader">three.example</div></div>${ROW}`);
  const pressed: Element[] = [];
  for (const part of root.querySelectorAll("[role=row], button"))
    part.addEventListener("click", () => pressed.push(part));
  const button = root.querySelector("button") as HTMLElement;
  button.textContent = "3 min. ago";
  await picture.giveWay(() => true);
  expect(pressed[0]).toBe(button);

  const gone = open();
  for (const part of document.querySelectorAll("#first-picture [role=row]")) place(part, 10);
  place(document.querySelector("#first-picture button"), 300);
  press(50, 20);
  const other = gone.draw(`<div role="row" class="row"><div role="rowheader">three.example</div></div>`);
  for (const row of other.querySelectorAll("[role=row]")) {
    place(row, 10);
    row.addEventListener("click", () => pressed.push(row));
  }
  const before = pressed.length;
  // A second passes at each look; the picture gives way after ten.
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1000;
    return now;
  });
  await gone.picture.giveWay(() => true);
  expect(pressed).toHaveLength(before);
});

it("is removed at once in a window of another size", () => {
  document.body.innerHTML = `<div id="first-picture" style="display: none"></div><div id="root"></div>`;
  expect(pictureInPage()).toBeNull();
  expect(isShown()).toBe(false);
});

it("takes the answers out of the page", () => {
  document.body.innerHTML = `<script type="application/json" id="start-data">{"answers":[{"call":"app_start","request":null,"answer":1}]}</script>`;
  expect(answersInPage()).toEqual([{ call: "app_start", request: null, answer: 1 }]);
  expect(answersInPage()).toEqual([]);
});
