// How long the app takes from its start until rows are on the screen, against an empty window of the same framework.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { openWorld, type World } from "../harness/world.ts";
import { type Area, Display, groundOf, likeness } from "./display.ts";
import { contentOf, furnish, open, type Subject } from "./windows.ts";

const RUNS = 15;

/** The most that the app may take, times what the empty window takes. */
const WANTED = 1.5;

/** How long what is on the screen has to stay the same to be taken for what comes in the end, in milliseconds. */
const STILL = 4_000;

/** How much of it has to be there to say that it is there. */
const MOST = 0.9;

/** How much of a picture is something else than ground, at least. */
const LEAST = 0.02;

/** What is looked for on the display. */
type Sight = { area: Area; picture: Uint32Array; ground: number };

const world = await openWorld({ readableDisplay: true });
try {
  const rows = await furnish(world);
  // A pointer over a row would change its colour.
  world.run("xdotool", ["mousemove", "0", "0"]);
  const display = new Display(world.displayFile);
  const sights = {
    empty: await sightOf(world, display, "empty", ({ x, y, width, height }) => ({ x, y, width, height })),
    app: await sightOf(world, display, "app", ({ x, y }) => ({ ...rows, x: rows.x + x, y: rows.y + y })),
  };
  const found: Record<Subject, number[]> = { empty: [], app: [] };
  for (let run = 0; run < RUNS; run++) {
    for (const subject of ["empty", "app"] as const) {
      found[subject].push(await measure(world, display, subject, sights[subject]));
    }
  }
  display.close();
  process.exitCode = report(found);
} finally {
  await world.close();
}

/** What a program shows in a part of its window in the end. */
async function sightOf(
  world: World,
  display: Display,
  subject: Subject,
  part: (content: Area) => Area,
): Promise<Sight> {
  // What is on the display where there is no window: all that an empty one has differs from it.
  const [nothing] = display.look({ x: 0, y: 0, width: 1, height: 1 });
  const program = await open(world, subject);
  const area = part(await contentOf(world, program));
  let picture = display.look(area);
  for (let since = performance.now(); performance.now() - since < STILL; await sleep(50)) {
    const now = display.look(area);
    if (Buffer.compare(Buffer.from(now.buffer), Buffer.from(picture.buffer)) !== 0) {
      [picture, since] = [now, performance.now()];
    }
  }
  await world.processes.stop(program);
  const ground = subject === "empty" ? nothing : groundOf(picture);
  // Else a few marks on a window that is empty yet would count as the whole.
  if (picture.filter((colour) => colour !== ground).length < picture.length * LEAST)
    throw new Error(`The window shows nothing (${subject})`);
  return { area, picture, ground };
}

/** How long a program takes until it is seen, in milliseconds. */
async function measure(
  world: World,
  display: Display,
  subject: Subject,
  { area, picture, ground }: Sight,
): Promise<number> {
  // The last one's processes end, and what the disk has to write is written.
  await sleep(1_000);
  const started = performance.now();
  const program = await open(world, subject);
  while (likeness(picture, ground, display.look(area)) < MOST) {
    if (performance.now() - started > 30_000) throw new Error(`Waited in vain for the window (${subject})`);
    await sleep(2);
  }
  const took = performance.now() - started;
  await world.processes.stop(program);
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
