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
import { cache } from "../../../scripts/lib/paths.mjs";
import type { Preferences } from "../../../ui/src/host/contract.ts";
import { App, type AppOptions } from "./app.ts";
import { type Certificates, makeCertificates } from "./certificates.ts";
import { Front } from "./front.ts";
import { Processes, until } from "./processes.ts";
import { WebProxy } from "./proxy.ts";
import { SampleService } from "./sample.ts";

/** What a world is to have. */
export type WorldOptions = {
  /** Whether a keychain (Secret Service) is there, unlocked, from the start. Default: yes. */
  keychain?: boolean;
  /** Whether screen readers could listen. Default: no. */
  accessibility?: boolean;
  /** Whether what the display shows can be read from {@link World.displayFile}. Default: no. */
  readableDisplay?: boolean;
};

const openWorlds = new Set<World>();

// However the tests end, nothing that they started stays.
process.on("exit", () => {
  for (const world of openWorlds) world.abandon();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/** Makes a computer of the tests' own: display, window manager, session bus, keychain and an empty home. */
export async function openWorld({
  keychain = true,
  accessibility = false,
  readableDisplay = false,
}: WorldOptions = {}): Promise<World> {
  const world = new World();
  openWorlds.add(world);
  try {
    await world.startDisplay(readableDisplay);
    await world.startBus();
    if (keychain) await world.startKeychain();
    if (accessibility) await world.startAccessibility();
    return world;
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** A computer of the tests' own; the profile in it outlives the app, so that opening the app again is a restart. */
export class World {
  /** Everything that the world's programs write is below this folder, which only the present user may read. */
  readonly folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  /** What the sample services write, who may know their keys. */
  readonly serviceFolder = join(this.folder, "service");
  readonly processes = new Processes();
  /** The apps that are open. */
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
      // Without the bridge GTK does not look for an accessibility bus, which this session bus cannot start.
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    };
  }

  /** Where the output of one of the world's programs goes. */
  log(name: string) {
    return join(this.folder, "logs", `${name}.log`);
  }

  /** Where a readable display draws: an X window dump that is always up to date. */
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

  /** Starts the session bus. It activates nothing: what is not started here is not there. */
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

  /** Starts the bus on which programs tell screen readers what is in their windows. */
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
    // With an empty password the keyring is not made, and nothing can be stored.
    keychain.stdin?.end("a password for the tests\n");
    this.#keychain = keychain;
    await until("the keychain", () => this.#busKnows("org.freedesktop.secrets"));
  }

  /** Ends the keychain, as if the desktop had none. */
  async stopKeychain() {
    if (this.#keychain) await this.processes.stop(this.#keychain);
    this.#keychain = undefined;
  }

  /** Locks the keychain. Nobody is there to answer when a program asks to unlock it. */
  lockKeychain() {
    const service = ["--dest=org.freedesktop.secrets", "/org/freedesktop/secrets"];
    const collection = "array:objpath:/org/freedesktop/secrets/collection/login";
    this.#call([...service, "org.freedesktop.Secret.Service.Lock", collection]);
  }

  /** What the keychain holds for these attributes, with its secrets, as `secret-tool` prints it; empty if nothing. */
  secretToolSearch(attributes: Record<string, string>) {
    return this.run("secret-tool", ["search", "--all", ...Object.entries(attributes).flat()]);
  }

  /** Starts a sample service of the world's own on a free port, with a random key and data that it keeps on disk. */
  startSample(options: string[] = []) {
    return SampleService.start(this, options);
  }

  /** The authority of the world's own, which the app does not trust by itself. */
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

  /** Opens a proxy. */
  async openProxy() {
    const proxy = await WebProxy.open();
    this.#listeners.add(proxy);
    return proxy;
  }

  /** Keeps preferences in the world's profile, as if they had been chosen in the app, which must not be open. */
  prefer(preferences: Partial<Preferences>) {
    const folder = join(this.folder, "data", "app.assay.desktop");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "settings.json");
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    writeFileSync(file, JSON.stringify({ ...kept, preferences: { ...kept.preferences, ...preferences } }));
  }

  /** Opens the app on the world's profile and waits until its window can be driven. */
  openApp(options: AppOptions = {}) {
    return App.open(this, options);
  }

  /** For `afterEach`: when the test failed, keeps pictures of the app and the logs, and says where. */
  async keepEvidence(test: TestContext | SuiteContext) {
    // Node's types know `passed` on the one but not yet on the other.
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

  /**
   * The files of the world that hold this text, in any of the encodings that the web view writes. Those of the sample
   * services do not count.
   */
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
   * Runs a command in the world and gives what it printed.
   * @throws where it fails
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

  /** Ends every program of the world and removes its folder. */
  async close() {
    await this.processes.stopAll();
    for (const listener of this.#listeners) await listener.close();
    this.abandon();
  }

  /** As {@link close}, without waiting. */
  abandon() {
    openWorlds.delete(this);
    this.processes.killAll();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What is read, or nothing where it has gone since it was found: apps that are open write and remove files. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
