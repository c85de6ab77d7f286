import { invoke } from "@tauri-apps/api/core";
import { expect, it, vi } from "vitest";
import { makeProblem, ProblemError, problemOf } from "./host";
import { tauriHost } from "./tauri";

vi.mock("@tauri-apps/api/core", () => ({ invoke: vi.fn() }));
const channel = vi.mocked(invoke);

it("hands a call on with its request and gives the answer back", async () => {
  channel.mockResolvedValueOnce({ url: "https://example.com/" });
  await expect(tauriHost.call("address_check", { url: "example.com" })).resolves.toEqual({
    url: "https://example.com/",
  });
  expect(channel).toHaveBeenCalledWith("address_check", { request: { url: "example.com" } });
});

it("rejects with the problem that the core gave", async () => {
  const problem = makeProblem("throttled", { retry_after: 12, status: 429 });
  channel.mockRejectedValueOnce(problem);
  const thrown = await tauriHost.call("connections_list", null).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ProblemError);
  expect(problemOf(thrown)).toEqual(problem);
});

it("makes an internal problem of whatever else is thrown", async () => {
  channel.mockRejectedValueOnce("command not found");
  const thrown = await tauriHost.call("connections_list", null).catch((error: unknown) => error);
  expect(problemOf(thrown)).toEqual(makeProblem("internal", { detail: "command not found" }));
  expect(problemOf(new TypeError("x is not a function"))).toMatchObject({
    code: "internal",
    detail: "TypeError: x is not a function",
  });
  expect(problemOf({ code: "unreachable" })).toMatchObject({ code: "internal" });
  expect(problemOf(undefined)).toMatchObject({ code: "internal", detail: "undefined" });
});
