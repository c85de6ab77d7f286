import { expect, it, vi } from "vitest";
import { makeProblem, ProblemError } from "../host";
import type { ProblemCode } from "../host/contract";
import { oneByOne } from "./one-by-one";

function failing(at: string, code: ProblemCode) {
  return vi.fn(async (id: string) => {
    if (id === at) throw new ProblemError(makeProblem(code));
  });
}

it("writes in order, one at a time", async () => {
  let running = 0;
  const write = vi.fn(async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
  });
  const progress: number[] = [];
  const outcome = await oneByOne(["a", "b", "c"], write, (at) => progress.push(at), new AbortController().signal);
  expect(outcome).toEqual({ done: ["a", "b", "c"], failed: [], untried: [] });
  expect(progress).toEqual([1, 2, 3]);
});

it.each<ProblemCode>(["not_found", "not_done"])("goes on after %s, which concerns one report alone", async (code) => {
  const outcome = await oneByOne(["a", "b", "c"], failing("b", code), () => {}, new AbortController().signal);
  expect(outcome).toEqual({ done: ["a", "c"], failed: [{ id: "b", problem: makeProblem(code) }], untried: [] });
});

it.each<ProblemCode>(["throttled", "unreachable", "outcome_unknown", "key_refused"])("stops at %s", async (code) => {
  const write = failing("b", code);
  const outcome = await oneByOne(["a", "b", "c"], write, () => {}, new AbortController().signal);
  expect(outcome).toEqual({ done: ["a"], failed: [{ id: "b", problem: makeProblem(code) }], untried: ["c"] });
  expect(write).toHaveBeenCalledTimes(2);
});

it("counts one that was given up before it was sent as not tried", async () => {
  const write = failing("b", "cancelled");
  const outcome = await oneByOne(["a", "b", "c"], write, () => {}, new AbortController().signal);
  expect(outcome).toEqual({ done: ["a"], failed: [], untried: ["b", "c"] });
  expect(write).toHaveBeenCalledTimes(2);
});

it("stops between two when told to", async () => {
  const stop = new AbortController();
  const outcome = await oneByOne(
    ["a", "b"],
    async () => stop.abort(),
    () => {},
    stop.signal,
  );
  expect(outcome).toEqual({ done: ["a"], failed: [], untried: ["b"] });
});
