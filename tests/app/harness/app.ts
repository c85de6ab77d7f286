import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import { remote } from "webdriverio";
import { program } from "../../../scripts/lib/paths.mjs";
import { freePort, until } from "./processes.ts";
import type { TestMachine } from "./test-machine.ts";

export type AppOptions = {
  /** Command-line arguments. */
  args?: string[];
  /** The program; default: the app's development build. */
  application?: string;
  /** Starts the program by exec; default: none. */
  launcher?: string;
};

/** An accessible object, with AT-SPI's names of role and states. */
export type AccessibleObject = {
  role: string;
  name: string;
  text: string;
  states: ("focused" | "selected" | "checked" | "expanded" | "editable" | "invalid_entry")[];
  children: AccessibleObject[];
};

export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The app in a window on a test machine. */
export class App {
  /** WebdriverIO's browser on the app's webview. */
  readonly browser: WebdriverIO.Browser;
  /** The process of the app. */
  readonly pid: number;
  /** The zoom of its page, which WebDriver's clicks don't know: 2 for 200 %. */
  zoom = 1;
  readonly #machine: TestMachine;
  readonly #driver: ChildProcess;
  #windowNumber: string | undefined;

  private constructor(machine: TestMachine, driver: ChildProcess, browser: WebdriverIO.Browser, pid: number) {
    this.#machine = machine;
    this.#driver = driver;
    this.browser = browser;
    this.pid = pid;
  }

  /** Opens the app with its own WebDriver. */
  static async open(
    machine: TestMachine,
    { args = [], application = program("assay"), launcher = application }: AppOptions,
  ) {
    const port = await freePort();
    const driver = await machine.processes.start(
      "WebKitWebDriver",
      [`--port=${port}`, "--host=127.0.0.1"],
      machine.log("app"),
      // Lets Tauri be automated.
      { env: { ...machine.env, TAURI_WEBVIEW_AUTOMATION: "true" } },
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
      const app = new App(machine, driver, browser, pid);
      machine.apps.add(app);
      // The window is shown before its content; navigation before that would be lost.
      await until("the window to be shown, and drawn", async () => {
        const isDrawn = await browser.execute(() => innerWidth > 0 && document.getElementById("root")?.hasChildNodes());
        return isDrawn && app.#window() !== "";
      });
      return app;
    } catch (error) {
      await machine.processes.stop(driver);
      throw error;
    }
  }

  get isRunning() {
    try {
      return readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]?.[0] !== "Z";
    } catch {
      return false;
    }
  }

  /** Closes the window like a user and waits until the app exits. */
  async close() {
    // Keys are lost while the window manager moves the focus, so they are repeated.
    let pressed = 0;
    await until("the window to close", () => {
      if (!this.isRunning) return true;
      if (Date.now() - pressed > 500) {
        pressed = Date.now();
        this.press("alt+F4");
      }
      return false;
    });
    await this.#ended();
  }

  /** Kills the app, as a crash would. */
  async kill() {
    process.kill(this.pid, "SIGKILL");
    await this.#ended();
  }

  async #ended() {
    await until("the app to end", () => !this.isRunning);
    this.#machine.apps.delete(this);
    await this.#machine.processes.stop(this.#driver);
  }

  /** Sends keys to the window, by xdotool's names: `ctrl+n`, `alt+F4`. */
  press(keys: string) {
    this.#machine.run("xdotool", ["windowactivate", "--sync", this.#window()]);
    this.#machine.run("xdotool", ["key", "--clearmodifiers", keys]);
  }

  /**
   * Repeats keys until `attempt` succeeds: keys are lost while the window manager moves the focus.
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

  /** Clicks an element of a zoomed page, which WebDriver would miss. */
  async clickZoomed(element: WebdriverIO.Element) {
    const [x, y] = await this.browser.execute(
      (target) => {
        target.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = target.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      },
      element as unknown as HTMLElement,
    );
    const at = [x, y].map((distance) => String(Math.round((distance ?? 0) * this.zoom)));
    this.#machine.run("xdotool", ["windowactivate", "--sync", this.#window()]);
    this.#machine.run("xdotool", ["mousemove", "--sync", "--window", this.#window(), ...at, "click", "1"]);
    // Tooltips are windows of their own, which pictures show as black boxes.
    this.#machine.run("xdotool", ["mousemove", "--window", this.#window(), "0", "0"]);
    await this.browser.pause(200);
  }

  /** Types text into the window. */
  type(text: string) {
    this.#machine.run("xdotool", ["windowactivate", "--sync", this.#window()]);
    this.#machine.run("xdotool", ["type", "--clearmodifiers", text]);
  }

  /** Enters a new file's name in the system's save dialog. */
  async saveAs(file: string) {
    await this.#answerFileDialog("ctrl+a", file);
  }

  /** Enters a file's full path in the system's open dialog. */
  async openFile(file: string) {
    await this.#answerFileDialog("ctrl+l", file);
  }

  /** Types a path into the system's file dialog, after keys that focus its field. */
  async #answerFileDialog(keys: string, file: string) {
    const dialog = await until("the file dialog", () => this.#windows().find((one) => one !== this.#window()));
    const press = (...pressed: string[]) => this.#machine.run("xdotool", ["key", "--clearmodifiers", ...pressed]);
    this.#machine.run("xdotool", ["windowactivate", "--sync", dialog]);
    press(keys);
    this.#machine.run("xdotool", ["type", "--clearmodifiers", file]);
    let pressed = 0;
    await until("the file dialog to close", () => {
      if (!this.#windows().includes(dialog)) return true;
      // The first Enter may only complete the path; one after the dialog has closed would reach the window.
      if (Date.now() - pressed > 5_000) {
        press("Return");
        pressed = Date.now();
      }
      return false;
    });
  }

  /** Answers a system prompt by its buttons: *yes* is the left one. */
  async answer(isYes: boolean) {
    const dialog = await until("the question", () => this.#windows().find((one) => one !== this.#window()));
    this.#machine.run("xdotool", ["windowactivate", "--sync", dialog]);
    let pressed = 0;
    await until("the question to close", () => {
      if (!this.isRunning || !this.#windows().includes(dialog)) return true;
      if (Date.now() - pressed > 5_000) {
        this.#machine.run("xdotool", ["key", "--clearmodifiers", isYes ? "Return" : "Escape"]);
        pressed = Date.now();
      }
      return false;
    });
  }

  /** The first window's id, since tooltips are windows too. */
  #window() {
    this.#windowNumber ||= this.#windows()[0] ?? "";
    return this.#windowNumber;
  }

  /** Ids of all of the app's windows. */
  #windows() {
    return this.#machine.run("xdotool", ["search", "--onlyvisible", "--pid", String(this.pid)]).split("\n");
  }

  /** Resizes the window's content, in pixels. */
  async resize(width: number, height: number) {
    await until(`a window of ${width}×${height}`, async () => {
      const [innerWidth, innerHeight] = await this.browser.execute(() => [window.innerWidth, window.innerHeight]);
      if (innerWidth === width && innerHeight === height) return true;
      // WebDriver's size includes the frame, and the window manager takes time.
      const framed = await this.browser.getWindowSize();
      await this.browser.setWindowSize(framed.width + width - innerWidth, framed.height + height - innerHeight);
      await this.browser.pause(100);
      return false;
    });
  }

  /** Waits for the end of short animations: what fades in is not what users see, and has too little contrast. */
  async #standsStill() {
    await this.browser.executeAsync((done: () => void) => {
      const short = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1000);
      const ends = Promise.allSettled(short.map(({ finished }) => finished));
      // Those of hidden parts stand still and never end.
      void Promise.race([ends, new Promise((resolve) => setTimeout(resolve, 1000))]).then(() => done());
    });
  }

  /** Fails if axe-core finds something at this point. */
  async expectAccessible(where?: string) {
    assert.deepEqual(await this.axe(), [], where);
  }

  /** axe-core's violations of WCAG 2.2 AA and best practices, one per line; empty if there are none. */
  async axe() {
    const isLoaded = await this.browser.execute(() => "axe" in window);
    if (!isLoaded) await this.browser.execute(axeSource);
    await this.#standsStill();
    const violations = await this.browser.executeAsync((done: (found: AxeResults["violations"]) => void) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      // React Aria's announcements keep referring to removed texts for a moment.
      axe
        .run({ exclude: [["[data-live-announcer]"]] }, { resultTypes: ["violations"] })
        .then((results) => done(results.violations));
    });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }

  /** The accessibility tree of the page, on a machine with `accessibility`. */
  accessibleTree(): AccessibleObject {
    // Another Python on the path may lack the system's modules.
    const script = fileURLToPath(new URL("accessible-tree.py", import.meta.url));
    const page = this.#machine.run("/usr/bin/python3", [script, String(this.pid)]);
    return JSON.parse(page);
  }

  /** Saves a PNG of the window from the display; WebDriver's own screenshots can hang. */
  async picture(file: string) {
    await this.#standsStill();
    await this.browser.executeAsync((done: () => void) => {
      document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    });
    // 256 colors look the same at a third of the size.
    this.#machine.run("import", ["-window", this.#window(), "-strip", "-dither", "None", "-colors", "256", file]);
  }
}

/** The application's process, a child of the driver. */
function childOf(driver: ChildProcess, application: string) {
  const tasks = `/proc/${driver.pid}/task`;
  const children = readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" "));
  const file = realpathSync(application);
  const child = children.filter(Boolean).find((pid) => readlinkSync(`/proc/${pid}/exe`) === file);
  if (!child) throw new Error(`${application} does not run under the WebDriver`);
  return Number(child);
}
