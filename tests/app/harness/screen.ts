import type { App } from "./app.ts";
import { until } from "./processes.ts";
import { english, type Words } from "./words.ts";

/** A string literal in XPath. */
const quoted = (text: string) =>
  `concat(${text
    .split("'")
    .map((part) => `'${part}'`)
    .join(', "\'", ')}, '')`;

// A countdown on a button is an element after its text.
const named = (tag: string, name: string) =>
  `//${tag}[normalize-space()=${quoted(name)} or normalize-space(span/text())=${quoted(name)} or normalize-space(span/span)=${quoted(name)} or @aria-label=${quoted(name)}]`;

/** Network settings, by the form's labels. */
export type NetworkSettings = {
  /** The URL of the connection's proxy; `null` for none. */
  proxy?: string | null;
  /** The file with certificates to trust. */
  certificates?: string;
  /** Timeouts in seconds for connecting, reading, and writing. */
  waits?: { connect?: number; read?: number; write?: number };
};

/** Controls the app's screen by accessible names. */
export class Screen {
  readonly app: App;
  readonly #say: Words;

  /** The screen of a localized app; elements are still named in English. */
  constructor(app: App, words: Words = english) {
    this.app = app;
    this.#say = words;
  }

  /** Adds a connection, from the welcome screen or the connections screen, and opens its reports. */
  async connect(name: string, { baseUrl, key }: { baseUrl: string; key: string }) {
    await this.fillIn({ name, baseUrl, key });
    await this.press("Connect");
    await this.afterConnecting();
    await this.lists(240);
  }

  /** Waits for the overview and the first sync, which few reports start, and opens the reports. */
  async afterConnecting({ syncs = true } = {}) {
    const overview = await until("the overview", async () => {
      const place = await this.place();
      return place.endsWith("/overview") ? place : null;
    });
    if (syncs) await this.app.browser.$("[data-status=synced]").waitForExist();
    await this.goTo(overview.replace(/overview$/, "reports"));
  }

  /** Creates a report of a page, from the list. */
  async createReport(page: string) {
    await this.press("New report");
    await this.type("Page URL", page);
    await this.press("Create report");
  }

  /** Fills in the given fields of the connection form. */
  async fillIn({ name, baseUrl, key }: { name?: string; baseUrl?: string; key?: string }, network?: NetworkSettings) {
    if (name !== undefined) await this.type("Name", name);
    if (baseUrl !== undefined) await this.type("Service URL", baseUrl);
    if (key !== undefined) {
      if (await this.button("Replace key").isExisting()) await this.press("Replace key");
      await this.type("API key", key);
    }
    if (!network) return;
    const { proxy, certificates, waits = {} } = network;
    await this.unfold("Advanced network settings");
    if (proxy === null) await this.mark("None");
    if (typeof proxy === "string") {
      await this.mark("Custom");
      await this.type("Proxy URL", proxy);
    }
    if (certificates !== undefined) {
      await this.press("Choose certificate file…");
      await this.app.openFile(certificates);
    }
    const labels = { connect: "Connecting", read: "Loading data", write: "Making changes" };
    for (const wait of ["connect", "read", "write"] as const) {
      if (waits[wait] !== undefined) await this.type(labels[wait], String(waits[wait]));
    }
  }

  /** Opens a path in the app, as {@link place} returns it. */
  async goTo(place: string) {
    await this.app.browser.execute((to) => {
      location.hash = to;
    }, place);
  }

  async unfold(name: string) {
    const path = named("button", this.#say(name));
    const button = this.app.browser.$(path);
    await button.waitForClickable();
    if ((await button.getAttribute("aria-expanded")) === "false") await this.pressAt(path);
  }

  /** The visible problem's details. */
  async details() {
    await this.unfold("Details");
    const text = this.app.browser.$(`${named("button", "Details")}/following::pre`);
    await text.waitForDisplayed();
    return text.getText();
  }

  /** The text that a button copies. */
  async copied(button: string) {
    await this.press(button);
    await this.shows("Copied");
    return this.pasted();
  }

  /** The text in the clipboard. */
  async pasted() {
    const id = "pasted-by-the-test";
    await this.app.browser.execute((name) => {
      const field = Object.assign(document.createElement("textarea"), { id: name });
      document.body.append(field);
      field.focus();
    }, id);
    const text = await this.app.pressUntil("what was copied", "ctrl+v", () =>
      this.app.browser.execute((name) => (document.getElementById(name) as HTMLTextAreaElement).value, id),
    );
    await this.app.browser.execute((name) => document.getElementById(name)?.remove(), id);
    return text;
  }

  /** A field's error message, once shown. */
  complaint(label: string) {
    const path = this.#field(label);
    return until(`a complaint about ${label}`, () =>
      this.app.browser.execute((at) => {
        const found = document.evaluate(at, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
        const field = found instanceof Element && found.getAttribute("aria-invalid") === "true" ? found : null;
        const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
        return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
      }, path),
    );
  }

  /** A button by its name. */
  button(name: string) {
    return this.app.browser.$(named("button", this.#say(name)));
  }

  /** Presses a button, of the topmost dialog if one is open. */
  async press(name: string) {
    // Toasts are dialogs too, but no sections.
    const dialog = "(//section[@role='dialog' or @role='alertdialog'])[last()]";
    const isOpen = await this.app.browser.$(dialog).isExisting();
    await this.pressAt((isOpen ? dialog : "") + named("button", this.#say(name)));
  }

  /** Presses what is at an XPath or selector; again if that was replaced or covered at the moment, and not pressed. */
  async pressAt(at: string) {
    const element = this.app.browser.$(at);
    let isTried = false;
    await until(`a press of ${at}`, async () => {
      // Some presses close the app.
      if (isTried && !this.app.isRunning) return true;
      await element.waitForClickable({ timeoutMsg: `Nothing to click at ${at}` });
      await this.#rests(at);
      isTried = true;
      const wasPressed = () => this.app.browser.execute(() => (window as { wasPressed?: boolean }).wasPressed === true);
      if (this.app.zoom !== 1) return this.app.clickZoomed(await element.getElement()).then(wasPressed);
      // A press can remove what was pressed, which WebDriver then takes for a failure.
      return element.click().then(() => true, wasPressed);
    });
  }

  /** Waits until the open batch has ended: only then its outcome can be exported. */
  async batchEnds() {
    await until("the batch to end", () => this.button("Export…").isExisting());
  }

  /** Closes the window like a user and waits for the question. */
  async askToClose() {
    await this.app.pressUntil("the window to ask whether it may close", "alt+F4", async () =>
      (await this.text()).includes(this.#say("Close Assay?")),
    );
  }

  async follow(name: string) {
    await this.pressAt(
      `//a[.//*[normalize-space()=${quoted(this.#say(name))}] or @aria-label=${quoted(this.#say(name))}]`,
    );
  }

  /** Opens a menu or select and picks an entry. */
  async choose(button: string, entry: string) {
    const opener = quoted(this.#say(button));
    await this.pressAt(`//button[@aria-haspopup][contains(normalize-space(), ${opener}) or @aria-label=${opener}]`);
    await this.pick(entry);
  }

  /** Picks an entry of an open menu or select. */
  async pick(entry: string) {
    const chosen = quoted(this.#say(entry));
    await this.pressAt(
      `//*[@role='option' or @role='menuitem' or @role='menuitemradio'][starts-with(normalize-space(), ${chosen})]`,
    );
  }

  /** Selects a radio button, a filter choice, or a tab. */
  async mark(name: string) {
    await this.pressAt(
      `//*[self::label[.//input] or @role='radio' or @role='tab'][contains(normalize-space(), ${quoted(this.#say(name))})]`,
    );
  }

  /** Replaces a field's text at once: each key takes WebDriver a third of a second. */
  async type(label: string, text: string) {
    await this.pressAt(this.#field(label));
    await this.app.browser.execute((inserted) => {
      (document.activeElement as HTMLInputElement).select();
      document.execCommand(inserted === "" ? "delete" : "insertText", false, inserted);
    }, text);
  }

  /** Sets a field of a date and time, in UTC, part by part. */
  async setTime(label: string, time: Date) {
    const at = `//*[@role='group'][@aria-labelledby=//*[normalize-space()=${quoted(this.#say(label))}]/@id]`;
    const hour = time.getUTCHours();
    const parts = {
      year: time.getUTCFullYear(),
      month: time.getUTCMonth() + 1,
      day: time.getUTCDate(),
      dayPeriod: hour < 12 ? "am" : "pm",
      hour,
      minute: time.getUTCMinutes(),
    };
    await this.app.browser.$(at).waitForDisplayed();
    for (const [part, value] of Object.entries(parts)) {
      await this.app.browser.execute(
        (path, type, wanted) => {
          const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
          const partOf = (name: string) => (found as Element).querySelector<HTMLElement>(`[data-type=${name}]`);
          // Times of 24 hours have no half of the day.
          const hours = type === "hour" && partOf("dayPeriod") ? Number(wanted) % 12 || 12 : wanted;
          partOf(type)?.focus();
          partOf(type)?.dispatchEvent(
            new InputEvent("beforeinput", { inputType: "insertText", data: String(hours), cancelable: true }),
          );
        },
        at,
        part,
        value,
      );
    }
  }

  /** A field's value. */
  valueOf(label: string) {
    return this.app.browser.$(this.#field(label)).getValue();
  }

  /** Sorts the table by clicking a column's head. */
  async sortBy(column: string) {
    await this.pressAt(`//*[@role='columnheader'][contains(normalize-space(), ${quoted(this.#say(column))})]`);
  }

  /** Opens the row that contains this text. */
  async openRow(text: string) {
    await this.pressAt(`//*[@role='row'][contains(., ${quoted(text)})]//*[@role='rowheader']`);
  }

  /** The texts of a column's cells, or the names of their pictures, top to bottom, once they pass. */
  async column(name: string, passes: (texts: string[]) => boolean): Promise<string[]> {
    let texts: string[] = [];
    await until(`the column ${name} to be as wanted`, async () => {
      texts = await this.app.browser.execute((head) => {
        const heads = [...document.querySelectorAll("[role=columnheader]")];
        const at = heads.findIndex((cell) => cell.textContent?.includes(head));
        const rows = [...document.querySelectorAll("[role=row]")].filter((row) =>
          row.querySelector("[role=rowheader]"),
        );
        return rows.map((row) => {
          const cell = row.querySelectorAll("[role=gridcell],[role=rowheader]")[at];
          return cell?.querySelector("[role=img]")?.getAttribute("aria-label") ?? cell?.textContent ?? "";
        });
      }, name);
      return passes(texts);
    }).catch((error: Error) => {
      throw new Error(`${error.message}: it is ${JSON.stringify(texts)}`);
    });
    return texts;
  }

  /** Waits for a report list, of that many reports if given. */
  async lists(total?: number) {
    const counts = total === undefined ? "" : `[aria-rowcount="${total + 1}"]`;
    await this.app.browser.$(`[role=grid][aria-label="${this.#say("Reports")}"]${counts}`).waitForDisplayed();
  }

  /** Scrolls to the end of the loaded rows until the screen, in English, tells that at least 50 are loaded. */
  async loadSecondPage(told: RegExp) {
    await until(`${told} to tell of a second page`, async () => {
      await this.app.browser.execute(() => {
        const scroller = document.querySelector("[role=grid]")?.parentElement;
        if (scroller) scroller.scrollTop = scroller.scrollHeight;
      });
      return Number(told.exec(await this.text())?.[1]) >= 50;
    });
  }

  /** Waits until the screen shows a text. */
  async shows(text: string) {
    let shown = "";
    await until(`the screen to show "${text}"`, async () => {
      shown = await this.text();
      return shown.includes(this.#say(text));
    }).catch(async (error: Error) => {
      throw new Error(`${error.message}. ${await this.place()} shows:\n${shown.slice(0, 2_000)}`, { cause: error });
    });
  }

  /** Waits until the screen no longer shows a text. */
  async hides(text: string) {
    await until(`the screen to hide "${text}"`, async () => !(await this.text()).includes(this.#say(text)));
  }

  /** All visible text. */
  text() {
    return this.app.browser.execute(() => document.body.innerText);
  }

  /** The current path with its search. */
  place() {
    return this.app.browser.execute(() => location.hash);
  }

  #field(label: string) {
    const name = quoted(this.#say(label));
    const byLabel = `@id=//label[normalize-space()=${name}]/@for`;
    return `//*[self::input or self::textarea][${byLabel} or @aria-label=${name}]`;
  }

  /** Waits until an element stays in place for some frames, since clicks miss moving ones, and notes its next press. */
  async #rests(path: string) {
    await this.app.browser.executeAsync((at: string, done: () => void) => {
      const find = () =>
        /^[/(]/.test(at)
          ? document.evaluate(at, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
          : document.querySelector(at);
      const noted = window as { wasPressed?: boolean };
      noted.wasPressed = false;
      const note = ({ target }: Event) => {
        noted.wasPressed = find()?.contains(target as Node) ?? false;
      };
      const end = performance.now() + 2_000;
      let before = "";
      let frames = 0;
      const look = () => {
        const found = find();
        const now = JSON.stringify(found instanceof Element && found.getBoundingClientRect());
        frames = now === before ? frames + 1 : 0;
        before = now;
        if (frames < 3 && performance.now() <= end) return void requestAnimationFrame(look);
        addEventListener("pointerdown", note, { capture: true, once: true });
        done();
      };
      look();
    }, path);
  }
}
