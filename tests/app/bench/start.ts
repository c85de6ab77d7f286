// Time from launch to visible rows, compared to an empty window.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { openTestMachine, type TestMachine } from "../harness/test-machine.ts";
import { type Area, Display, groundOf, likeness } from "./display.ts";
import { contentOf, furnish, open, type Subject } from "./windows.ts";

const RUNS = 15;

/** Maximum ratio to the empty window's time. */
const WANTED = 1.5;

/** Time without changes until the display counts as final, in milliseconds. */
const STILL = 4_000;

/** Share of the final picture that counts as visible. */
const MOST = 0.9;

/** Minimum foreground of a picture. */
const LEAST = 0.02;

/** The final picture to wait for. */
type Sight = { area: Area; picture: Uint32Array; ground: number };

const machine = await openTestMachine({ readableDisplay: true });
try {
  const rows = await furnish(machine);
  // A pointer over a row would change its color.
  machine.run("xdotool", ["mousemove", "0", "0"]);
  const display = new Display(machine.displayFile);
  const sights = {
    empty: await sightOf(machine, display, "empty", ({ x, y, width, height }) => ({ x, y, width, height })),
    app: await sightOf(machine, display, "app", ({ x, y }) => ({ ...rows, x: rows.x + x, y: rows.y + y })),
  };
  const found: Record<Subject, number[]> = { empty: [], app: [] };
  for (let run = 0; run < RUNS; run++) {
    for (const subject of ["empty", "app"] as const) {
      found[subject].push(await measure(machine, display, subject, sights[subject]));
    }
  }
  display.close();
  process.exitCode = report(found);
} finally {
  await machine.close();
}

/** A program's final window content. */
async function sightOf(
  machine: TestMachine,
  display: Display,
  subject: Subject,
  part: (content: Area) => Area,
): Promise<Sight> {
  // An empty window is recognized by its difference from the bare display.
  const [nothing] = display.look({ x: 0, y: 0, width: 1, height: 1 });
  const program = await open(machine, subject);
  const area = part(await contentOf(machine, program));
  let picture = display.look(area);
  for (let since = performance.now(); performance.now() - since < STILL; await sleep(50)) {
    const now = display.look(area);
    if (Buffer.compare(Buffer.from(now.buffer), Buffer.from(picture.buffer)) !== 0) {
      [picture, since] = [now, performance.now()];
    }
  }
  await machine.processes.stop(program);
  const ground = subject === "empty" ? nothing : groundOf(picture);
  // Otherwise a few marks on a still empty window would count as the whole.
  if (picture.filter((color) => color !== ground).length < picture.length * LEAST)
    throw new Error(`The window shows nothing (${subject})`);
  return { area, picture, ground };
}

/** Time until a program is visible, in milliseconds. */
async function measure(
  machine: TestMachine,
  display: Display,
  subject: Subject,
  { area, picture, ground }: Sight,
): Promise<number> {
  // Lets the last run's processes and disk writes finish.
  await sleep(1_000);
  const started = performance.now();
  const program = await open(machine, subject);
  while (likeness(picture, ground, display.look(area)) < MOST) {
    if (performance.now() - started > 30_000) throw new Error(`Waited in vain for the window (${subject})`);
    await sleep(2);
  }
  const took = performance.now() - started;
  await machine.processes.stop(program);
  return took;
}

function report({ empty, app }: Record<Subject, number[]>): number {
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const least = (times: number[]) => Math.min(...times);
  const ratio = median(app) / median(empty);
  const row = (what: string, of: (times: number[]) => number) =>
    `| ${what} | ${of(empty).toFixed(0)} ms | ${of(app).toFixed(0)} ms | ${(of(app) / of(empty)).toFixed(2)} times | ≤ ${WANTED} times |`;
  console.log(`Of ${RUNS} starts each, by turns:\n`);
  console.log("| | empty window | rows of the app | ratio | wanted |\n|---|---|---|---|---|");
  console.log([row("**median**", median), row("least", least)].join("\n"));
  return ratio <= WANTED ? 0 : 1;
}
