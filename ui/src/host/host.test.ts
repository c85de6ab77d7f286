import { invoke } from "@tauri-apps/api/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CoreEvent } from "./contract";
import { makeProblem, ProblemError, problemOf } from "./host";

type FakeChannel = { onmessage: (event: CoreEvent) => void };

vi.mock("@tauri-apps/api/core", () => ({ invoke: vi.fn(), Channel: class {} }));
const channel = vi.mocked(invoke);

/** A fresh module per test: call numbers and the subscription are global to it. */
let tauriHost: typeof import("./tauri")["tauriHost"];
beforeEach(async () => {
  channel.mockReset();
  vi.resetModules();
  ({ tauriHost } = await import("./tauri"));
});

/** Classes differ between module instances. */
const problemIn = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: ProblemError) => error.problem,
  );

describe("a call", () => {
  it("is handed on with its request and a number of its own, and gives the answer back", async () => {
    channel.mockResolvedValue({ url: "https://example.com/" });
    const request = { url: "example.com" };
    await expect(tauriHost.call("address_check", request)).resolves.toEqual({ url: "https://example.com/" });
    await tauriHost.call("connections_list", null, { background: true });
    expect(channel.mock.calls).toEqual([
      ["address_check", { request, ticket: { number: 1, background: false } }],
      ["connections_list", { request: null, ticket: { number: 2, background: true } }],
    ]);
  });

  it("rejects with the problem that the core gave", async () => {
    const problem = makeProblem("throttled", { retry_after: 12, status: 429 });
    channel.mockRejectedValueOnce(problem);
    expect(await problemIn(tauriHost.call("connections_list", null))).toEqual(problem);
  });

  it("maps other errors to internal problems", async () => {
    channel.mockRejectedValueOnce("command not found");
    const thrown = await problemIn(tauriHost.call("connections_list", null));
    expect(thrown).toEqual(makeProblem("internal", { detail: "command not found" }));
    expect(problemOf(new TypeError("x is not a function"))).toMatchObject({
      code: "internal",
      detail: "TypeError: x is not a function",
    });
    expect(problemOf(new ProblemError(makeProblem("offline")))).toEqual(makeProblem("offline"));
    expect(problemOf({ code: "unreachable" })).toMatchObject({ code: "internal" });
    expect(problemOf(undefined)).toMatchObject({ code: "internal", detail: "undefined" });
  });

  it("cancels by call number, and leaves the outcome to the core", async () => {
    let end: (problem: unknown) => void = () => {};
    channel.mockImplementation((name) =>
      name === "call_cancel" ? Promise.resolve(null) : new Promise((_, reject) => (end = reject)),
    );
    const stop = new AbortController();
    const answer = problemIn(tauriHost.call("connections_list", null, { signal: stop.signal }));
    expect(channel).toHaveBeenCalledOnce();
    stop.abort();
    expect(channel).toHaveBeenLastCalledWith("call_cancel", { request: { number: 1 } });
    end(makeProblem("canceled"));
    expect(await answer).toEqual(makeProblem("canceled"));
  });

  it("is not sent where it was given up before, and not given up once it was answered", async () => {
    channel.mockResolvedValue([]);
    const stop = new AbortController();
    await tauriHost.call("connections_list", null, { signal: stop.signal });
    stop.abort();
    expect(channel).toHaveBeenCalledOnce();
    const late = problemIn(tauriHost.call("connections_list", null, { signal: stop.signal }));
    expect(await late).toEqual(makeProblem("canceled"));
    expect(channel).toHaveBeenCalledOnce();
  });
});

describe("the watch", () => {
  const waiting: CoreEvent = { kind: "waiting", waiting: [{ connection: "c1", seconds: 5, limit: 60 }] };
  const happens = (event: CoreEvent) => {
    const sent = channel.mock.calls[0]?.[1] as { events?: FakeChannel } | undefined;
    sent?.events?.onmessage(event);
  };

  it("is one for the whole window, tells every listener, and a late one what waits", () => {
    channel.mockResolvedValue(null);
    const [first, second, late] = [vi.fn(), vi.fn(), vi.fn()];
    const leave = tauriHost.watch(first);
    tauriHost.watch(second);
    expect(channel.mock.calls.map(([name]) => name)).toEqual(["watch"]);
    happens({ kind: "connections" });
    leave();
    happens(waiting);
    expect(first.mock.calls).toEqual([[{ kind: "connections" }]]);
    expect(second.mock.calls).toEqual([[{ kind: "connections" }], [waiting]]);
    tauriHost.watch(late);
    expect(late.mock.calls).toEqual([[waiting]]);
    expect(channel).toHaveBeenCalledOnce();
  });

  it("tells a call of its own progress and steps, until it is answered", async () => {
    let answer: (answer: unknown) => void = () => {};
    channel.mockImplementation((name) =>
      name === "watch" ? Promise.resolve(null) : new Promise((resolve) => (answer = resolve)),
    );
    const [onProgress, onStep] = [vi.fn(), vi.fn()];
    const call = tauriHost.call("connections_list", null, { onProgress, onStep });
    happens({ kind: "export", number: 1, done: 5, total: null });
    happens({ kind: "export", number: 2, done: 6, total: null });
    happens({ kind: "connection_step", number: 1, step: "tls" });
    happens({ kind: "connection_step", number: 2, step: "key" });
    answer([]);
    await call;
    happens({ kind: "connection_step", number: 1, step: "reports" });
    expect(onProgress.mock.calls).toEqual([[5, null]]);
    expect(onStep.mock.calls).toEqual([["tls"]]);
  });

  it("is tried again by the next listener where it failed", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    channel.mockRejectedValueOnce("no such command").mockResolvedValue(null);
    tauriHost.watch(() => {});
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
    tauriHost.watch(() => {});
    expect(channel).toHaveBeenCalledTimes(2);
  });
});
