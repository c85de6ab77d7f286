import assert from "node:assert/strict";
import type { App } from "./app.ts";
import { until } from "./processes.ts";

/** The focused element. */
type Focused = {
  /** Its role and accessible name, or text. */
  name: string;
  isBody: boolean;
  /** In view and visibly focused. */
  isVisible: boolean;
};

/** A user without a mouse: after each key, something visible must have the focus. */
export class Keyboard {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Presses keys by xdotool's names and waits for a visible focus. */
  async press(...keys: string[]) {
    for (const one of keys) this.#app.press(one);
    await this.#hasFocus(`after ${keys.join(" ")}`);
  }

  async type(text: string) {
    this.#app.type(text);
    await this.#hasFocus(`after typing ${text}`);
  }

  /** Presses Tab, or other keys, until an element with this name has the focus. */
  async goTo(name: string, keys = "Tab") {
    const seen: string[] = [];
    for (let step = 0; step < 60; step++) {
      const { name: present } = await this.#focused();
      if (present.includes(name)) return;
      seen.push(present);
      await this.#app.pressUntil("the focus to go on", keys, async () => (await this.#focused()).name !== present);
    }
    assert.fail(`${keys} does not lead to ${name}: ${seen.join(" | ")}`);
  }

  /** Waits until an element with this name has the focus. */
  async isOn(name: string) {
    let focused = "";
    await until(`the focus on ${name}`, async () => {
      focused = (await this.#focused()).name;
      return focused.includes(name);
    }).catch((error: Error) => assert.fail(`${error.message}: it is on ${focused}`));
  }

  /** Runs a command from the palette. */
  async run(command: string) {
    await this.press("ctrl+k");
    // The field's first entry.
    await this.isOn("option ");
    await this.type(command);
    await this.isOn(command);
    await this.press("Return");
  }

  async #hasFocus(when: string) {
    let focused: Focused | undefined;
    await until("a visible focus", async () => {
      focused = await this.#focused();
      return !focused.isBody && focused.isVisible;
    }).catch((error: Error) => assert.fail(`${error.message} ${when}: ${JSON.stringify(focused)}`));
  }

  #focused(): Promise<Focused> {
    return this.#app.browser.execute(() => {
      const element = document.activeElement ?? document.body;
      const virtual = element.getAttribute("aria-activedescendant");
      const focused = (virtual && document.getElementById(virtual)) || element;
      const labels = (focused.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id));
      const label = (focused as HTMLInputElement).labels?.[0]?.textContent;
      const own = [
        focused.getAttribute("aria-label"),
        ...labels.map((one) => one?.textContent),
        label,
        focused.textContent,
      ];
      const { width, height, top, left } = focused.getBoundingClientRect();
      const isInView = width > 0 && height > 0 && top < innerHeight && left < innerWidth && top + height > 0;
      // Some controls draw the focus ring on their container: a field's frame, a radio button's box.
      const around = [focused, ...focused.children, focused.parentElement, focused.parentElement?.parentElement];
      const isMarked = around.some((one) => {
        if (!one) return false;
        // Rows draw it on the ground behind their cells.
        return [undefined, "::before"].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
          return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
        });
      });
      // The caret shows the focus in text fields; headings take it only as a reading position.
      const isPlace = focused.matches("h1, h2, main, [role=dialog], [role=alertdialog]");
      const isText = focused.matches(
        "input[type=text], input:not([type]), input[type=search], input[type=password], textarea",
      );
      // The palette's chosen entry has a ground of its own instead.
      const isChosen =
        virtual !== null &&
        focused.matches("[role=option][aria-selected=true]") &&
        getComputedStyle(focused).backgroundColor !== "rgba(0, 0, 0, 0)";
      return {
        name: `${focused.getAttribute("role") ?? focused.tagName.toLowerCase()} ${own.filter(Boolean).join(" ").slice(0, 200)}`,
        isBody: focused === document.body,
        isVisible: isInView && (isMarked || isText || isPlace || isChosen),
      };
    });
  }
}
