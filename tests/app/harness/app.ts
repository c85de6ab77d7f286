import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import { remote } from "webdriverio";
import { program } from "../../../scripts/lib/paths.mjs";
import { freePort, until } from "./processes.ts";
import type { World } from "./world.ts";

/** How the app is opened. */
export type AppOptions = {
  /** Its command line. */
  args?: string[];
  /** The program; default: the app's development build. */
  application?: string;
  /** What starts the program in its own stead, by becoming it. Default: nothing. */
  launcher?: string;
};

/** An object that a screen reader knows, by the names that AT-SPI has for its role and states. */
export type AccessibleObject = {
  role: string;
  name: string;
  text: string;
  states: ("focused" | "selected" | "checked" | "expanded" | "editable" | "invalid_entry")[];
  children: AccessibleObject[];
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The app, open in a window of a test world. */
export class App {
  /** WebdriverIO's browser on the app's web view. */
  readonly browser: WebdriverIO.Browser;
  /** The process of the app. */
  readonly pid: number;
  readonly #world: World;
  readonly #driver: ChildProcess;
  #windowNumber: string | undefined;

  private constructor(world: World, driver: ChildProcess, browser: WebdriverIO.Browser, pid: number) {
    this.#world = world;
    this.#driver = driver;
    this.browser = browser;
    this.pid = pid;
  }

  /** Opens the app with a WebDriver of its own. */
  static async open(world: World, { args = [], application = program("assay"), launcher = application }: AppOptions) {
    const port = await freePort();
    const driver = await world.processes.start(
      "WebKitWebDriver",
      [`--port=${port}`, "--host=127.0.0.1"],
      world.log("app"),
      // The variable is what makes Tauri let itself be driven.
      { env: { ...world.env, TAURI_WEBVIEW_AUTOMATION: "true" } },
    );
    try {
      await until("the WebDriver", async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok);
      const browser = await remote({
        hostname: "127.0.0.1",
        port,
        logLevel: "error",
        connectionRetryCount: 0,
        connectionRetryTimeout: 120_000,
        waitforTimeout: 60_000,
        capabilities: {
          "wdio:enforceWebDriverClassic": true,
          "webkitgtk:browserOptions": { binary: launcher, args },
        } as WebdriverIO.Capabilities,
      });
      const pid = await until("the app's process", () => childOf(driver, application));
      const app = new App(world, driver, browser, pid);
      world.apps.add(app);
      // The window is shown before anything is in it; where it is told to go until then, it does not hear.
      await until("the window to be shown, and drawn", async () => {
        const isDrawn = await browser.execute(() => innerWidth > 0 && document.getElementById("root")?.hasChildNodes());
        return isDrawn && app.#window() !== "";
      });
      return app;
    } catch (error) {
      await world.processes.stop(driver);
      throw error;
    }
  }

  /** Whether the app still runs. */
  get isRunning() {
    try {
      return readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]?.[0] !== "Z";
    } catch {
      return false;
    }
  }

  /** Closes the window as a person does, and waits until the app has ended by itself. */
  async close() {
    // A key that comes while the window manager still moves the focus is lost, so it is pressed again.
    await until("the window to close", async () => {
      if (this.isRunning) this.press("alt+F4");
      await this.browser.pause(500);
      return !this.isRunning;
    });
    await this.#ended();
  }

  /** Ends the app in the middle of what it does, as a crash would. */
  async kill() {
    process.kill(this.pid, "SIGKILL");
    await this.#ended();
  }

  async #ended() {
    await until("the app to end", () => !this.isRunning);
    this.#world.apps.delete(this);
    await this.#world.processes.stop(this.#driver);
  }

  /** Presses keys in the window through the display, by xdotool's names: `ctrl+n`, `alt+F4`. */
  press(keys: string) {
    this.#world.run("xdotool", ["windowactivate", "--sync", this.#window()]);
    this.#world.run("xdotool", ["key", "--clearmodifiers", keys]);
  }

  /**
   * Presses keys until there is an answer: again after a while, as a key that comes while the window manager still moves
   * the focus is lost.
   * @param what completes "Waited in vain for …"
   */
  pressUntil<T>(what: string, keys: string, attempt: () => T | Promise<T>) {
    let pressed = 0;
    return until(what, async () => {
      const answer = await attempt();
      if (!answer && Date.now() - pressed > 5_000) {
        this.press(keys);
        pressed = Date.now();
      }
      return answer;
    });
  }

  /** Types a text in the window through the display. */
  type(text: string) {
    this.#world.run("xdotool", ["windowactivate", "--sync", this.#window()]);
    this.#world.run("xdotool", ["type", "--clearmodifiers", text]);
  }

  /** Names a new file in the system's dialog that asks for one. */
  async saveAs(file: string) {
    await this.#answerFileDialog("ctrl+a", file);
  }

  /** Chooses a file, by its full path, in the system's dialog that opens one. */
  async openFile(file: string) {
    await this.#answerFileDialog("ctrl+l", file);
  }

  /** Types a path into the system's file dialog, behind keys that put the focus on its field for that. */
  async #answerFileDialog(keys: string, file: string) {
    const dialog = await until("the file dialog", () => this.#windows().find((one) => one !== this.#window()));
    const press = (...pressed: string[]) => this.#world.run("xdotool", ["key", "--clearmodifiers", ...pressed]);
    this.#world.run("xdotool", ["windowactivate", "--sync", dialog]);
    press(keys);
    this.#world.run("xdotool", ["type", "--clearmodifiers", file]);
    let pressed = 0;
    await until("the file dialog to close", () => {
      if (!this.#windows().includes(dialog)) return true;
      // The first key may only complete the path. One that comes when the dialog has closed presses what is below it.
      if (Date.now() - pressed > 5_000) {
        press("Return");
        pressed = Date.now();
      }
      return false;
    });
  }

  /** The display's number for the window; the first that the app has, as tooltips are windows too. */
  #window() {
    this.#windowNumber ||= this.#windows()[0] ?? "";
    return this.#windowNumber;
  }

  /** The display's numbers for everything of the app that is on it. */
  #windows() {
    return this.#world.run("xdotool", ["search", "--onlyvisible", "--pid", String(this.pid)]).split("\n");
  }

  /** Makes the window's content this large, in pixels. */
  async resize(width: number, height: number) {
    await until(`a window of ${width}×${height}`, async () => {
      const [innerWidth, innerHeight] = await this.browser.execute(() => [window.innerWidth, window.innerHeight]);
      if (innerWidth === width && innerHeight === height) return true;
      // WebDriver's size is that of the window with its frame, and the window manager takes its time.
      const framed = await this.browser.getWindowSize();
      await this.browser.setWindowSize(framed.width + width - innerWidth, framed.height + height - innerHeight);
      await this.browser.pause(100);
      return false;
    });
  }

  /**
   * What axe-core finds against WCAG 2.2 AA and its best practices, a line each; empty when all is well.
   * @param rules which of its rules; default: all
   */
  async axe(...rules: string[]) {
    await this.browser.execute(axeSource);
    const violations = await this.browser.executeAsync(
      (only: string[], done: (found: AxeResults["violations"]) => void) => {
        const { axe } = window as unknown as { axe: typeof import("axe-core") };
        const restriction = only.length > 0 ? { runOnly: only } : {};
        // React Aria's announcements name their texts by id, also for the moment after those have gone.
        axe
          .run({ exclude: [["[data-live-announcer]"]] }, { resultTypes: ["violations"], ...restriction })
          .then((results) => done(results.violations));
      },
      rules,
    );
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }

  /** What the window tells screen readers: its page, in a world with `accessibility`. */
  accessibleTree(): AccessibleObject {
    // Another Python may come first on the path, without the system's modules.
    const script = fileURLToPath(new URL("accessible-tree.py", import.meta.url));
    const page = this.#world.run("/usr/bin/python3", [script, String(this.pid)]);
    return JSON.parse(page);
  }

  /**
   * Saves a picture of what the window shows on the display as PNG. WebDriver's own screenshot waits for ever on some of
   * the web view's ways to paint.
   */
  async picture(file: string) {
    await this.browser.executeAsync((done: () => void) => {
      document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    });
    // A window has few colours: with 256 of them it looks the same, in a third of the space.
    this.#world.run("import", ["-window", this.#window(), "-strip", "-dither", "None", "-colors", "256", file]);
  }
}

/** The process that the driver started for the application. */
function childOf(driver: ChildProcess, application: string) {
  const tasks = `/proc/${driver.pid}/task`;
  const children = readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" "));
  const file = realpathSync(application);
  const child = children.filter(Boolean).find((pid) => readlinkSync(`/proc/${pid}/exe`) === file);
  if (!child) throw new Error(`${application} does not run under the WebDriver`);
  return Number(child);
}
