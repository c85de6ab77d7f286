// Memory of the app's processes, compared to an empty window: at the start, after use, and when idle.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import { Screen } from "../harness/screen.ts";
import { openTestMachine, type TestMachine } from "../harness/test-machine.ts";
import { open, processesOf, programs, tryRead } from "./windows.ts";

/** Time until a window has settled, in milliseconds. */
const SETTLED = 20_000;

/** Duration of idling after use, in minutes. */
const IDLE_MINUTES = Number(process.env.ASSAY_IDLE_MINUTES ?? 10);

/** Maximum ratio to the empty window, and of the memory after use to that before. */
const WANTED = { start: 1.45, growth: 1.1 };

const REPORTS = 240;

const machine = await openTestMachine();
try {
  const service = await machine.startSample(["--delay-ms", "0"]);
  const connection = await addConnection(machine, service);
  const [empty, start] = [await settled(machine, "empty"), await settled(machine, "app")];
  const use = await played(machine, service, connection);
  process.exitCode = report({ empty, start, ...use });
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
async function played(machine: TestMachine, service: SampleService, connection: string) {
  const app = await machine.openApp({ application: programs.app });
  const leader = Number(readFileSync(`/proc/${app.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[2]);
  const screen = new Screen(app);
  const goTo = async (place: string, shown: string) => {
    await screen.goTo(`/c/${connection}/${place}`);
    await screen.shows(shown);
  };
  await screen.lists(REPORTS);
  await sleep(SETTLED);
  const before = memoryOf(leader);
  for (let report = 1; report <= 200; report++) await goTo(`reports/${report}`, `${report}`);
  for (let list = 1; list <= 50; list++) await goTo(`reports?search=${list}`, "reports");
  for (let report = 1; report <= 20; report++)
    await goTo(`compare?before=%22${report}%22&after=%22${report + 1}%22`, "Comparison");
  for (let batch = 1; batch <= 3; batch++) await runBatch(screen, connection, batch);
  await goTo("reports", "reports");
  await sleep(SETTLED);
  const after = memoryOf(leader);
  await sleep(IDLE_MINUTES * 60_000);
  const idle = memoryOf(leader);
  await app.close();
  await service.stop();
  return { before, after, idle };
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

function report({
  empty,
  start,
  before,
  after,
  idle,
}: Record<"empty" | "start" | "before" | "after" | "idle", number>) {
  const mib = (size: number) => `${size.toFixed(0)} MiB`;
  const row = (what: string, size: number, than: number, wanted: number) =>
    `| ${what} | ${mib(size)} | ${mib(than)} | ${(size / than).toFixed(2)} times | ≤ ${wanted} times |`;
  console.log("| | app | compared with | ratio | wanted |\n|---|---|---|---|---|");
  console.log(row("**at the start, against an empty window**", start, empty, WANTED.start));
  console.log(row("**after use, against before**", after, before, WANTED.growth));
  console.log(row(`${IDLE_MINUTES} minutes later, against before`, idle, before, WANTED.growth));
  return start / empty <= WANTED.start && after / before <= WANTED.growth ? 0 : 1;
}
