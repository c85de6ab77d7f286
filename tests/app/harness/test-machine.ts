import { type ChildProcess, type SpawnSyncOptions, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { SuiteContext, TestContext } from "node:test";
import { cache, root } from "../../../scripts/lib/paths.mjs";
import type { Preferences } from "../../../ui/src/host/contract.ts";
import { App, type AppOptions } from "./app.ts";
import { type Certificates, makeCertificates } from "./certificates.ts";
import { Front } from "./front.ts";
import { Processes, until } from "./processes.ts";
import { WebProxy } from "./proxy.ts";
import { SampleService } from "./sample.ts";

/** Options of a machine. */
export type TestMachineOptions = {
  /** Provide an unlocked keychain (Secret Service). Default: yes. */
  keychain?: boolean;
  /** Provide an accessibility bus. Default: no. */
  accessibility?: boolean;
  /** Make the display readable from {@link TestMachine.displayFile}. Default: no. */
  readableDisplay?: boolean;
};

const { identifier } = JSON.parse(readFileSync(join(root, "src-tauri", "tauri.conf.json"), "utf8"));

const openMachines = new Set<TestMachine>();

// No process outlives the tests, even if they crash.
process.on("exit", () => {
  for (const machine of openMachines) machine.abandon();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/** Sets up a test machine: display, window manager, session bus, keychain, and an empty home. */
export async function openTestMachine({
  keychain = true,
  accessibility = false,
  readableDisplay = false,
}: TestMachineOptions = {}): Promise<TestMachine> {
  const machine = new TestMachine();
  openMachines.add(machine);
  try {
    await machine.startDisplay(readableDisplay);
    await machine.startBus();
    if (keychain) await machine.startKeychain();
    if (accessibility) await machine.startAccessibility();
    return machine;
  } catch (error) {
    await machine.close();
    throw error;
  }
}

/** A test machine; its profile outlives the app, so that opening the app again is a restart. */
export class TestMachine {
  /** All programs of the machine write below this folder, which only this user can read. */
  readonly folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  /** Data of the sample services, which may contain keys. */
  readonly serviceFolder = join(this.folder, "service");
  readonly processes = new Processes();
  /** Open apps. */
  readonly apps = new Set<App>();
  readonly env: NodeJS.ProcessEnv;
  readonly #listeners = new Set<Front | WebProxy>();
  #certificates: Certificates | undefined;
  #keychain: ChildProcess | undefined;

  constructor() {
    const at = (name: string) => {
      mkdirSync(join(this.folder, name), { mode: 0o700 });
      return join(this.folder, name);
    };
    at("logs");
    at("service");
    const runtime = at("run");
    this.env = {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      TZ: "UTC",
      HOME: at("home"),
      TMPDIR: at("tmp"),
      XDG_DATA_HOME: at("data"),
      XDG_CONFIG_HOME: at("config"),
      XDG_CACHE_HOME: at("cache"),
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtime, "bus")}`,
      GDK_BACKEND: "x11",
      GSETTINGS_BACKEND: "memory",
      // Otherwise GTK would try an accessibility bus that this session bus can't start.
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
    };
  }

  log(name: string) {
    return join(this.folder, "logs", `${name}.log`);
  }

  /** A readable display's framebuffer: an X window dump, always current. */
  get displayFile() {
    return join(this.folder, "run", "Xvfb_screen0");
  }

  /** Starts the virtual display and its window manager. */
  async startDisplay(isReadable: boolean) {
    const args = ["-displayfd", "3", "-screen", "0", "1920x1200x24", "-nolisten", "tcp", "-noreset"];
    if (isReadable) args.push("-fbdir", dirname(this.displayFile));
    const server = await this.processes.start("Xvfb", args, this.log("display"), {
      env: this.env,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [number] = await once(server.stdio[3] as Readable, "data", { signal: AbortSignal.timeout(60_000) });
    this.env.DISPLAY = `:${String(number).trim()}`;
    await this.processes.start("openbox", ["--sm-disable"], this.log("openbox"), { env: this.env });
  }

  /** Starts the session bus, which activates nothing on its own. */
  async startBus() {
    const config = join(this.folder, "bus.conf");
    writeFileSync(
      config,
      `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>${this.env.DBUS_SESSION_BUS_ADDRESS}</listen>
        <auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
      </busconfig>`,
    );
    const args = [`--config-file=${config}`, "--nofork"];
    await this.processes.start("dbus-daemon", args, this.log("bus"), { env: this.env });
    await until("the session bus", () => this.#busKnows("org.freedesktop.DBus"));
  }

  /** Starts the accessibility bus. */
  async startAccessibility() {
    delete this.env.NO_AT_BRIDGE;
    const args = ["--launch-immediately", "--a11y=1"];
    await this.processes.start("/usr/libexec/at-spi-bus-launcher", args, this.log("accessibility"), { env: this.env });
    await until("the accessibility bus", () => this.#busKnows("org.a11y.Bus"));
  }

  /** Starts the keychain and unlocks it. */
  async startKeychain() {
    const args = ["--foreground", "--unlock", "--components=secrets"];
    const keychain = await this.processes.start("gnome-keyring-daemon", args, this.log("keychain"), {
      env: this.env,
      stdio: ["pipe"],
    });
    // With an empty password the keyring isn't created.
    keychain.stdin?.end("a password for the tests\n");
    this.#keychain = keychain;
    await until("the keychain", () => this.#busKnows("org.freedesktop.secrets"));
  }

  /** Stops the keychain, as on a desktop without one. */
  async stopKeychain() {
    if (this.#keychain) await this.processes.stop(this.#keychain);
    this.#keychain = undefined;
  }

  /** Locks the keychain; unlock prompts stay unanswered. */
  lockKeychain() {
    const service = ["--dest=org.freedesktop.secrets", "/org/freedesktop/secrets"];
    const collection = "array:objpath:/org/freedesktop/secrets/collection/login";
    this.#call([...service, "org.freedesktop.Secret.Service.Lock", collection]);
  }

  /** The keychain's entries for these attributes, with secrets, as `secret-tool` prints them; empty if none. */
  secretToolSearch(attributes: Record<string, string>) {
    return this.run("secret-tool", ["search", "--all", ...Object.entries(attributes).flat()]);
  }

  /** Starts a sample service on a free port, with a random key and data on disk. */
  startSample(options: string[] = []) {
    return SampleService.start(this, options);
  }

  /** The machine's own certificate authority, untrusted by default. */
  get certificates() {
    this.#certificates ??= makeCertificates(this);
    return this.#certificates;
  }

  /** Opens an https address in front of a service. */
  async openFront(service: SampleService) {
    const front = await Front.open(service.port, this.certificates);
    this.#listeners.add(front);
    return front;
  }

  async openProxy() {
    const proxy = await WebProxy.open();
    this.#listeners.add(proxy);
    return proxy;
  }

  /** The app's data folder. */
  get appData() {
    return join(this.folder, "data", identifier);
  }

  /** Saves preferences in the profile; the app must not be open. */
  prefer(preferences: Partial<Preferences>) {
    mkdirSync(this.appData, { recursive: true });
    const file = join(this.appData, "settings.json");
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    writeFileSync(file, JSON.stringify({ ...kept, preferences: { ...kept.preferences, ...preferences } }));
  }

  /** Opens the app and waits until it can be automated. */
  openApp(options: AppOptions = {}) {
    return App.open(this, options);
  }

  /** For `afterEach`: keeps screenshots and logs of failed tests, and prints their location. */
  async keepEvidence(test: TestContext | SuiteContext) {
    // Node's types lack `passed` on one of the two.
    if ((test as SuiteContext).passed) return;
    const folder = join(cache, "failures", test.fullName.replace(/[^\w]+/g, "-"));
    mkdirSync(folder, { recursive: true });
    for (const file of this.#files().filter((name) => name.endsWith(".log")))
      copyFileSync(file, join(folder, basename(file)));
    let number = 0;
    for (const app of this.apps) {
      const file = join(folder, `app-${++number}.png`);
      await app.picture(file).catch((error) => writeFileSync(`${file}.txt`, String(error)));
    }
    console.error(`What was seen when it failed is in ${folder}`);
  }

  /** Files containing this text in any of the webview's encodings, except those of sample services. */
  filesWith(text: string) {
    const forms = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
    return this.#files().filter((file) => {
      if (file.startsWith(this.serviceFolder)) return false;
      const content = unlessGone(() => readFileSync(file));
      return content !== undefined && forms.some((form) => content.includes(form));
    });
  }

  #files() {
    const entries = () => readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return (unlessGone(entries) ?? entries())
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /**
   * Runs a command on the machine and returns its output.
   * @throws if it fails
   */
  run(command: string, args: string[], options: Pick<SpawnSyncOptions, "cwd"> = {}) {
    const { error, status, stdout, stderr } = spawnSync(command, args, {
      ...options,
      env: this.env,
      encoding: "utf8",
      timeout: 60_000,
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed with code ${status}: ${stderr}`);
    return stdout;
  }

  #busKnows(name: string) {
    const bus = ["--dest=org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner"];
    return this.#call([...bus, `string:${name}`]).includes("true");
  }

  #call(args: string[]) {
    return this.run("dbus-send", ["--session", "--print-reply", ...args]);
  }

  /** Ends all programs and removes the folder. */
  async close() {
    await this.processes.stopAll();
    for (const listener of this.#listeners) await listener.close();
    this.abandon();
  }

  /** Like {@link close}, without waiting. */
  abandon() {
    openMachines.delete(this);
    this.processes.killAll();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The content, or nothing if the file has been removed since: open apps write and remove files. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
