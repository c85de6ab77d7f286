import type { App } from "./app.ts";
import { until } from "./processes.ts";

/** A text as XPath writes it. */
const quoted = (text: string) =>
  `concat(${text
    .split("'")
    .map((part) => `'${part}'`)
    .join(', "\'", ')}, '')`;

const named = (tag: string, name: string) =>
  `//${tag}[normalize-space()=${quoted(name)} or @aria-label=${quoted(name)}]`;

/** The app's screen as a person uses it: by the names of what is on it. */
export class Screen {
  readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Adds a connection: the first one on the welcome screen, or another one with the button of the form for those. */
  async connect(name: string, { baseUrl, key }: { baseUrl: string; key: string }, button = "Save and open") {
    await this.type("Name", name);
    await this.type("Address of the service", baseUrl);
    await this.type("API key", key);
    await this.press(button);
    await this.shows("1–25 of 240");
  }

  /** Presses a button; where a dialog is open, one of the dialog. */
  async press(name: string) {
    // Toasts are dialogs too, but no sections.
    const dialog = "//section[@role='dialog' or @role='alertdialog']";
    const isOpen = await this.app.browser.$(dialog).isExisting();
    await this.#click((isOpen ? dialog : "") + named("button", name));
  }

  /** Follows a link of the app. */
  async follow(name: string) {
    await this.#click(`//a[.//*[normalize-space()=${quoted(name)}] or @aria-label=${quoted(name)}]`);
  }

  /** Opens a menu or select by its button, and takes an entry. */
  async choose(button: string, entry: string) {
    await this.#click(
      `//button[contains(normalize-space(), ${quoted(button)}) or contains(@aria-label, ${quoted(button)})]`,
    );
    await this.#click(
      `//*[@role='option' or @role='menuitem' or @role='menuitemradio'][starts-with(normalize-space(), ${quoted(entry)})]`,
    );
  }

  /** Marks a radio button, or one of the choices of a filter. */
  async mark(name: string) {
    await this.#click(`//*[self::label[.//input] or @role='radio'][contains(normalize-space(), ${quoted(name)})]`);
  }

  /** Types into a field in place of what is there. */
  async type(label: string, text: string) {
    const field = this.app.browser.$(this.#field(label));
    await field.waitForDisplayed();
    await field.click();
    await this.app.browser.keys(["Control", "a"]);
    await this.app.browser.keys(["Control"]);
    await field.addValue(text);
  }

  /** What a field holds. */
  valueOf(label: string) {
    return this.app.browser.$(this.#field(label)).getValue();
  }

  /** Sorts the table by pressing the head of a column. */
  async sortBy(column: string) {
    await this.#click(`//*[@role='columnheader'][contains(normalize-space(), ${quoted(column)})]`);
  }

  /** Opens the row that holds this text. */
  async openRow(text: string) {
    await this.#click(`//*[@role='row'][contains(., ${quoted(text)})]//*[@role='rowheader']`);
  }

  /** The texts of a column's cells, from top to bottom, once they pass. */
  async column(name: string, passes: (texts: string[]) => boolean): Promise<string[]> {
    let texts: string[] = [];
    await until(`the column ${name} to be as wanted`, async () => {
      texts = await this.app.browser.execute((head) => {
        const heads = [...document.querySelectorAll("[role=columnheader]")];
        const at = heads.findIndex((cell) => cell.textContent?.includes(head));
        const rows = [...document.querySelectorAll("[role=row]")].filter((row) =>
          row.querySelector("[role=rowheader]"),
        );
        return rows.map((row) => row.querySelectorAll("[role=gridcell],[role=rowheader]")[at]?.textContent ?? "");
      }, name);
      return passes(texts);
    }).catch((error: Error) => {
      throw new Error(`${error.message}: it is ${JSON.stringify(texts)}`);
    });
    return texts;
  }

  /** Waits until the screen shows a text. */
  async shows(text: string) {
    await until(`the screen to show "${text}"`, async () => (await this.text()).includes(text));
  }

  /** Waits until the screen no longer shows a text. */
  async hides(text: string) {
    await until(`the screen to hide "${text}"`, async () => !(await this.text()).includes(text));
  }

  /** Everything that the screen shows as text. */
  text() {
    return this.app.browser.execute(() => document.body.innerText);
  }

  /** The place in the app, with its filters. */
  place() {
    return this.app.browser.execute(() => location.hash);
  }

  #field(label: string) {
    const byLabel = `@id=//label[normalize-space()=${quoted(label)}]/@for`;
    return `//*[self::input or self::textarea][${byLabel} or @aria-label=${quoted(label)}]`;
  }

  async #click(path: string) {
    const element = this.app.browser.$(path);
    await element.waitForClickable({ timeoutMsg: `Nothing to click at ${path}` });
    await element.click();
  }
}
