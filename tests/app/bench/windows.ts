import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { released } from "../../../scripts/lib/paths.mjs";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import type { TestMachine } from "../harness/test-machine.ts";
import type { Area } from "./display.ts";

/** The compared programs, as shipped. */
export const programs = { app: released("assay"), empty: released(join("examples", "empty-window")) };

/** Which of them. */
export type Subject = keyof typeof programs;

/** Creates a typical profile: a connection, its list as the last route, and a filled library. */
export async function furnish(machine: TestMachine): Promise<Area> {
  const service = await machine.startSample(["--delay-ms", "0"]);
  const app = await machine.openApp({ application: programs.app });
  const screen = new Screen(app);
  await screen.connect("Bench", service);
  const rows = await until("rows", () =>
    app.browser.execute(() => {
      const [row, grid] = ["[role=rowheader]", "[role=grid]"].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      if (!row || !grid) return null;
      const [x, y] = [Math.ceil(grid.x), Math.ceil(row.y)];
      return { x, y, width: Math.floor(Math.min(grid.right, innerWidth)) - x, height: innerHeight - y };
    }),
  );
  await app.close();
  return rows;
}

/** How the app has its window drawn where there is no GPU. */
const BY_PROCESSOR = { WEBKIT_DISABLE_DMABUF_RENDERER: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1" };

/** Starts a program as a double-click does, without a driver. */
export async function open(machine: TestMachine, subject: Subject): Promise<ChildProcess> {
  const env = subject === "empty" ? { ...machine.env, ...BY_PROCESSOR } : machine.env;
  return machine.processes.start(programs[subject], [], machine.log(subject), { env });
}

/** The content area of a program's window, once it is shown. */
export async function contentOf(machine: TestMachine, program: ChildProcess): Promise<Area> {
  const number = await until(
    "the window",
    () => machine.run("xdotool", ["search", "--sync", "--onlyvisible", "--pid", String(program.pid)]).split("\n")[0],
  );
  // Reported places change once the window manager has framed the window.
  let last = "";
  const geometry = await until("the window's place", async () => {
    const before = last;
    last = machine.run("xdotool", ["getwindowgeometry", "--shell", number]);
    await sleep(300);
    return last === before ? last : "";
  });
  const field = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, "m").exec(geometry)?.[1]);
  return { x: field("X"), y: field("Y"), width: field("WIDTH"), height: field("HEIGHT") };
}

/** The processes of a group, by its leader. */
export function processesOf(leader: number | undefined): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const group = tryRead(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[2];
    return Number(group) === leader;
  });
}

/** A file in /proc, or nothing if its process has ended. */
export function tryRead(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
