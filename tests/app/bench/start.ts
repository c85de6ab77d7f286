// Time from launch to visible rows, to a row that answers a press, and to its report, compared to an empty window.
//
// node tests/app/bench/start.ts [RUNS] [PLACE-THEME …], such as `5 list-light overview-dark`.
import { cpSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { openTestMachine } from "../harness/test-machine.ts";
import { type Area, Display, groundOf, likeness } from "./display.ts";
import { contentOf, furnish, open, programs, type Subject } from "./windows.ts";

/** Maximum ratios to the empty window's time. */
const WANTED = { seen: 1.35, pressed: 2 };

/** Time without changes until the display counts as final, in milliseconds. */
const STILL = 4_000;

/** Time between presses, in milliseconds: each takes the computer some 10 ms away from the app. */
const PRESSES = 100;

/** Lets the last run's processes and disk writes finish, and its window close: the next may stand beside it. */
const REST = 1_000;

/** Share of the final picture that counts as visible. */
const MOST = 0.9;

/** The same for a pressed row, and for a panel, whose contents may come in any order. */
const MOST_OF_PRESSED = 0.6;

/** Minimum foreground of a picture. */
const LEAST = 0.02;

const PLACES = ["list", "overview", "project"] as const;
const THEMES = ["light", "dark"] as const;

type Place = (typeof PLACES)[number];
type Theme = (typeof THEMES)[number];

/** The final picture to wait for. */
type Sight = { area: Area; picture: Uint32Array; ground: number };

/** After a press: the row drawn as the open one, and the panel with its report. */
type Pressed = { row: Sight; panel: Sight };

/** A profile whose last screen was this one. */
type Profile = { name: string; folder: string; sight: Sight; pressed?: Pressed };

const [runs = "15", ...wanted] = process.argv.slice(2);
const machine = await openTestMachine({ readableDisplay: true });
// A pointer over a row would change its color.
const pointAway = () => machine.run("xdotool", ["mousemove", "0", "0"]);
const picture = join(machine.appData, "first-picture");
try {
  const list = await furnish(machine);
  pointAway();
  const display = new Display(machine.displayFile);
  const profiles: Profile[] = [];
  for (const place of PLACES) {
    for (const theme of THEMES) {
      const name = `${place}-${theme}`;
      if (wanted.length === 0 || wanted.includes(name)) profiles.push(await prepare(display, name, place, theme, list));
    }
  }
  const empty = await sightOf(display, "empty", ({ x, y, width, height }) => ({ x, y, width, height }));
  const times = new Map<string, number[]>();
  const add = (what: string, took: number) => times.set(what, [...(times.get(what) ?? []), took]);
  for (let run = 0; run < Number(runs); run++) {
    await measure(display, "empty", { empty }, MOST, add);
    for (const { name, folder, sight, pressed } of profiles) {
      restore(folder);
      await measure(display, "app", { [`${name}: rows seen`]: sight }, MOST, add);
      if (!pressed) continue;
      restore(folder);
      const sights = { [`${name}: row pressed`]: pressed.row, [`${name}: its report`]: pressed.panel };
      await measure(display, "app", sights, MOST_OF_PRESSED, add, () => press(sight.area));
      pointAway();
    }
  }
  display.close();
  process.exitCode = report(times);
} finally {
  await machine.close();
}

/** Leaves the app on a screen, with its picture kept, and saves the profile. */
async function prepare(display: Display, name: string, kind: Place, theme: Theme, list: Area): Promise<Profile> {
  machine.prefer({ theme });
  const app = await machine.openApp({ application: programs.app });
  const screen = new Screen(app);
  const reports = (await screen.place()).replace(/(\/c\/[^/]+)\/.*/, "$1/reports");
  const path = await pathOf(screen, reports, kind);
  await screen.goTo(path);
  // Settings have it without the mark of a fragment.
  const place = `"${path.slice(1)}"`;
  await until("the place to be kept", () => machine.filesWith(place).length > 0);
  const part = kind === "list" ? list : await app.browser.execute(mainArea);
  await app.close();
  pointAway();
  // Opened without a driver, as it is measured.
  const began = Date.now();
  const sight = await sightOf(
    display,
    "app",
    ({ x, y }) => ({ ...part, x: part.x + x, y: part.y + y }),
    () => until("the picture to be kept", () => isKept(place, began)),
  );
  const folder = join(machine.folder, name);
  cpSync(machine.appData, folder, { recursive: true });
  const pressed = kind === "list" ? await pressedOf(display, sight) : undefined;
  restore(folder);
  return { name, folder, sight, ...(pressed && { pressed }) };
}

async function pathOf(screen: Screen, reports: string, place: Place): Promise<string> {
  if (place === "list") return reports;
  if (place === "overview") return reports.replace(/reports$/, "overview");
  const projects = reports.replace(/reports$/, "projects");
  await screen.goTo(projects);
  const [project = ""] = await screen.column("Project", ([name]) => Boolean(name));
  return `${projects}/${encodeURIComponent(project)}`;
}

/** The area of the screen beside the sidebar, in the page. */
function mainArea(): Area {
  const main = document.querySelector("main")?.getBoundingClientRect();
  if (!main) throw new Error("There is no main area");
  const [x, y] = [Math.ceil(main.x), Math.ceil(main.y)];
  return { x, y, width: Math.floor(Math.min(main.right, innerWidth)) - x, height: innerHeight - y };
}

function isKept(place: string, since: number): boolean {
  return existsSync(picture) && statSync(picture).mtimeMs > since && readFileSync(picture, "utf8").includes(place);
}

function restore(folder: string): void {
  rmSync(machine.appData, { recursive: true, force: true });
  cpSync(folder, machine.appData, { recursive: true, preserveTimestamps: true });
}

/** A program's final window content. */
async function sightOf(
  display: Display,
  subject: Subject,
  part: (content: Area) => Area,
  settled: () => Promise<unknown> = async () => {},
): Promise<Sight> {
  // An empty window is recognized by its difference from the bare display.
  const [nothing] = display.look({ x: 0, y: 0, width: 1, height: 1 });
  const program = await open(machine, subject);
  const area = part(await contentOf(machine, program));
  const found = await stillPicture(display, area);
  await settled();
  await machine.processes.stop(program);
  const ground = subject === "empty" ? nothing : groundOf(found);
  // Otherwise a few marks on a still empty window would count as the whole.
  if (found.filter((color) => color !== ground).length < found.length * LEAST)
    throw new Error(`The window shows nothing (${subject})`);
  return { area, picture: found, ground };
}

/** The display’s content once nothing there changes. */
async function stillPicture(display: Display, area: Area): Promise<Uint32Array> {
  let last = display.look(area);
  for (let since = performance.now(); performance.now() - since < STILL; await sleep(50)) {
    const now = display.look(area);
    if (Buffer.compare(Buffer.from(now.buffer), Buffer.from(last.buffer)) !== 0)
      [last, since] = [now, performance.now()];
  }
  return last;
}

/** The start of a pressed row, and the end of its panel, in parts of the window that they cover. */
async function pressedOf(display: Display, rows: Sight): Promise<Pressed> {
  const width = Math.floor(rows.area.width / 4);
  const area = { ...rows.area, x: rows.area.x + rows.area.width - width, width };
  const ofRow = { x: rows.area.x + 24, y: placeOfPress(rows.area).y - 8, width: 100, height: 16 };
  await sleep(REST);
  const program = await open(machine, "app");
  await until("the rows", () => likeness(rows.picture, rows.ground, display.look(rows.area)) >= MOST);
  await stillPicture(display, rows.area);
  press(rows.area);
  const found = await stillPicture(display, area);
  const row = display.look(ofRow);
  await machine.processes.stop(program);
  pointAway();
  return {
    // Its background is what shows that it is open.
    row: { area: ofRow, picture: row, ground: rows.ground },
    panel: { area, picture: found, ground: groundOf(found) },
  };
}

/** Clicks a row of a list, beside its link. */
function press(rows: Area): void {
  const { x, y } = placeOfPress(rows);
  machine.run("xdotool", ["mousemove", String(x), String(y), "click", "1"]);
}

function placeOfPress({ x, y, width }: Area): Pick<Area, "x" | "y"> {
  return { x: x + Math.floor(width / 2), y: y + 200 };
}

/** Adds the times until a program shows pictures, one after the other, in milliseconds. */
async function measure(
  display: Display,
  subject: Subject,
  sights: Record<string, Sight>,
  most: number,
  add: (what: string, took: number) => void,
  meanwhile: () => void = () => {},
): Promise<void> {
  await sleep(REST);
  const started = performance.now();
  let pressed = Number.NEGATIVE_INFINITY;
  const program = await open(machine, subject);
  for (const [what, { area, picture, ground }] of Object.entries(sights)) {
    while (likeness(picture, ground, display.look(area)) < most) {
      if (performance.now() - started > 30_000) throw new Error(`Waited in vain for ${what} (${subject})`);
      if (performance.now() - pressed > PRESSES) {
        meanwhile();
        pressed = performance.now();
      }
      await sleep(2);
    }
    add(what, performance.now() - started);
  }
  await machine.processes.stop(program);
}

function report(times: Map<string, number[]>): number {
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  const least = (of: number[]) => Math.min(...of);
  const empty = times.get("empty") ?? [];
  console.log(`Of ${empty.length} starts each, by turns; the empty window: ${median(empty).toFixed(0)} ms, `);
  console.log(`at least ${least(empty).toFixed(0)} ms.\n`);
  console.log("| | median | ratio | least | ratio | wanted |\n|---|---|---|---|---|---|");
  let isMet = true;
  for (const [what, took] of times) {
    if (what === "empty") continue;
    const most = what.endsWith("seen") ? WANTED.seen : WANTED.pressed;
    const figures = [median, least].map((of) => `${of(took).toFixed(0)} ms | ${(of(took) / of(empty)).toFixed(2)}`);
    console.log(`| ${what} | ${figures.join(" | ")} | ≤ ${most} |`);
    isMet &&= median(took) / median(empty) <= most;
  }
  return isMet ? 0 : 1;
}
