// Memory of the app's processes, compared to an empty window: at the start, after use, and when idle.
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import { Screen } from "../harness/screen.ts";
import { openTestMachine, type TestMachine } from "../harness/test-machine.ts";
import { open, processesOf, programs, tryRead } from "./windows.ts";

/** Time until a window has settled, in milliseconds. */
const SETTLED = 20_000;

/** Duration of idling after use, in minutes. */
const IDLE_MINUTES = Number(process.env.ASSAY_IDLE_MINUTES ?? 10);

/** Maximum ratio to the empty window, of the memory after use to that before, and MiB for a large library. */
const WANTED = { start: 1.45, growth: 1.1, library: 150 };

const REPORTS = 240;

/** The file of a library with 100,000 reports and 1,000,000 snapshots. */
const LARGE_LIBRARY = process.env.ASSAY_LARGE_LIBRARY ?? "";

/** Memory in MiB, by what the app did before. */
type Memory = Record<"empty" | "start" | "before" | "after" | "idle" | "large" | "searched", number>;

const machine = await openTestMachine();
try {
  const service = await machine.startSample(["--delay-ms", "0", "--quota", "2000"]);
  const connection = await addConnection(machine, service);
  const [empty, start] = [await settled(machine, "empty"), await settled(machine, "app")];
  const use = await played(machine, connection);
  await service.stop();
  process.exitCode = report({ empty, start, ...use, ...(await withLargeLibrary(machine, connection)) });
} finally {
  await machine.close();
}

/** Creates a profile that opens on a list of reports. */
async function addConnection(machine: TestMachine, service: SampleService) {
  const app = await machine.openApp({ application: programs.app });
  const screen = new Screen(app);
  await screen.connect("Bench", service);
  const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
  await app.close();
  return connection;
}

/** A program's memory once it has settled. */
async function settled(machine: TestMachine, subject: keyof typeof programs) {
  const program = await open(machine, subject);
  await sleep(SETTLED);
  const memory = memoryOf(program.pid);
  await machine.processes.stop(program);
  return memory;
}

/** Memory before, after, and some time after an hour's worth of use. */
async function played(machine: TestMachine, connection: string) {
  const app = await machine.openApp({ application: programs.app });
  const leader = leaderOf(app);
  const screen = new Screen(app);
  const goTo = async (place: string, shown: string) => {
    await screen.goTo(`/c/${connection}/${place}`);
    await screen.shows(shown);
  };
  await screen.lists(REPORTS);
  await sleep(SETTLED);
  const before = memoryOf(leader);
  for (let report = 1; report <= 200; report++) await goTo(`reports/${report}`, "Recheck");
  for (let list = 1; list <= 50; list++) await goTo(`reports?search=${(list % 9) + 1}`, "reports");
  for (let report = 1; report <= 20; report++)
    await goTo(`compare?before=%22${report}%22&after=%22${report + 1}%22`, "Comparison");
  for (let batch = 1; batch <= 3; batch++) await runBatch(screen, connection, batch);
  await goTo("reports", "reports");
  await sleep(SETTLED);
  const after = memoryOf(leader);
  await sleep(IDLE_MINUTES * 60_000);
  const idle = memoryOf(leader);
  await app.close();
  return { before, after, idle };
}

/** Memory with a large library in place of the app's, of a service that doesn't respond; then after a search in checks. */
async function withLargeLibrary(machine: TestMachine, connection: string) {
  const file = join(machine.appData, "library.sqlite");
  const own = new DatabaseSync(file);
  const scope = own.prepare("SELECT name FROM scope").get()?.name ?? "";
  own.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  own.close();
  copyFileSync(LARGE_LIBRARY, file);
  const large = new DatabaseSync(file);
  large.prepare("UPDATE scope SET name = ?").run(scope);
  large.close();

  const app = await machine.openApp({ application: programs.app });
  const screen = new Screen(app);
  await screen.lists(100_000);
  await sleep(SETTLED);
  const memory = memoryOf(leaderOf(app));
  await screen.goTo(`/c/${connection}/reports?search=walnut%20orchard&search_in=checks`);
  await screen.shows("1,347 reports");
  await sleep(SETTLED);
  const searched = memoryOf(leaderOf(app));
  await app.close();
  return { large: memory, searched };
}

/** The leader of the app's process group. */
function leaderOf({ pid }: App) {
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[2]);
}

/** Creates 500 reports. */
async function runBatch(screen: Screen, connection: string, number: number) {
  const pages = Array.from({ length: 500 }, (_, page) => `https://bench-${number}.example/${page}`);
  await screen.goTo(`/c/${connection}/batches/new`);
  await screen.type("URLs", pages.join("\n"));
  await screen.press("Review plan");
  await screen.shows("Create 500 reports");
  await screen.press("Start batch");
  await until("the batch", async () => (await screen.text()).includes("All 500 done"), 600);
}

/** The memory of a group's processes in MiB; what they share with others counts by its share. */
function memoryOf(leader: number | undefined) {
  const sizes = processesOf(leader).map((pid) => {
    // The driver is none of the app's.
    if (tryRead(`/proc/${pid}/comm`).startsWith("WebKitWebDriver")) return 0;
    return Number(/^Pss:\s+(\d+)/m.exec(tryRead(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

function report({ empty, start, before, after, idle, large, searched }: Memory) {
  const mib = (size: number) => `${size.toFixed(0)} MiB`;
  const row = (what: string, size: number, than: number, difference: string, wanted = "") =>
    console.log(`| ${what} | ${mib(size)} | ${mib(than)} | ${difference} | ${wanted} |`);
  const times = (what: string, size: number, than: number, most: number) =>
    row(what, size, than, `${(size / than).toFixed(2)} times`, `≤ ${most} times`);
  console.log("| | app | compared with | difference | target |\n|---|---|---|---|---|");
  times("**at the start, against an empty window**", start, empty, WANTED.start);
  times("**after use, against before**", after, before, WANTED.growth);
  times(`${IDLE_MINUTES} minutes later, against before`, idle, before, WANTED.growth);
  const library = `≤ ${WANTED.library} MiB`;
  row("**with 100,000 reports and 1,000,000 snapshots, against 240**", large, before, mib(large - before), library);
  row("after a search in their checks", searched, before, mib(searched - before));
  const isGood = start / empty <= WANTED.start && after / before <= WANTED.growth && large - before <= WANTED.library;
  return isGood ? 0 : 1;
}
