// Wake-ups and network use of the idle app, compared to an empty window.
import type { ChildProcess } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openTestMachine } from "../harness/test-machine.ts";
import { furnish, open, processesOf, tryRead } from "./windows.ts";

/** Settling time before measuring: longer than service connections stay open. */
const SETTLED = 200_000;

/** Duration of the measurement, in minutes. */
const MINUTES = 2;

const machine = await openTestMachine({ readableDisplay: true });
try {
  await furnish(machine);
  const [empty, app] = [await open(machine, "empty"), await open(machine, "app")];
  await sleep(SETTLED);
  const before = [wakesOf(empty), wakesOf(app)] as const;
  let sockets = 0;
  let last: readonly Map<string, number>[] = before;
  const seconds = [0, 0];
  for (let second = 0; second < MINUTES * 60; second++) {
    sockets = Math.max(sockets, socketsOf(app));
    await sleep(1_000);
    const now = [wakesOf(empty), wakesOf(app)];
    for (const [at, wakes] of now.entries()) if (isMore(last[at], wakes)) seconds[at] = (seconds[at] ?? 0) + 1;
    last = now;
  }
  const [ofEmpty, ofApp] = [since(before[0], wakesOf(empty)), since(before[1], wakesOf(app))];
  console.log("Wake-ups a minute, by thread:\n\n| | empty window | app |\n|---|---|---|");
  const names = [...new Set([...ofEmpty.keys(), ...ofApp.keys()])].sort();
  for (const name of names) console.log(`| ${name} | ${ofEmpty.get(name) ?? 0} | ${ofApp.get(name) ?? 0} |`);
  const [inEmpty, inApp] = seconds.map((count) => count / MINUTES);
  console.log(`| **seconds in which any of them woke** | ${inEmpty} | ${inApp} |`);
  console.log(`| connections to anywhere | | ${sockets} |`);
  process.exitCode = sockets === 0 ? 0 : 1;
} finally {
  await machine.close();
}

/** Voluntary context switches by kind of thread: each is a wake-up. */
function wakesOf(program: ChildProcess): Map<string, number> {
  const wakes = new Map<string, number>();
  for (const pid of processesOf(program.pid)) {
    const process = tryRead(`/proc/${pid}/comm`).trim();
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const status = tryRead(`/proc/${pid}/task/${task}/status`);
      const name = `${process}: ${/^Name:\s+(.*)$/m.exec(status)?.[1]}`;
      const count = Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
      wakes.set(name, (wakes.get(name) ?? 0) + count);
    }
  }
  return wakes;
}

/** True if a program woke up in between. */
function isMore(before: Map<string, number> | undefined, now: Map<string, number>): boolean {
  return [...now].some(([name, count]) => count > (before?.get(name) ?? 0));
}

/** Wake-ups per minute. */
function since(before: Map<string, number>, now: Map<string, number>): Map<string, number> {
  const more = [...now].map(([name, count]) => [name, (count - (before.get(name) ?? 0)) / MINUTES] as const);
  return new Map(more.filter(([, count]) => count !== 0));
}

/** The number of a program's open network sockets. */
function socketsOf(program: ChildProcess): number {
  const tables = ["tcp", "tcp6", "udp", "udp6"].map((table) => tryRead(`/proc/net/${table}`)).join("\n");
  const inodes = new Set(tables.split("\n").map((line) => line.trim().split(/\s+/)[9]));
  const files = processesOf(program.pid).flatMap((pid) => {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((file) => tryLink(`${folder}/${file}`));
  });
  return files.filter((file) => inodes.has(/^socket:\[(\d+)\]$/.exec(file)?.[1] ?? "-")).length;
}

function tryLink(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
