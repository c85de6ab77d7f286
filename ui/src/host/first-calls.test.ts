import { expect, it } from "vitest";
import { FakeHost } from "./fake/index";
import { FirstCalls } from "./first-calls";

const list = { connection: "c1", per_page: 25 } as const;

it("answers a call once with what the page brought, whatever the order of its request", async () => {
  const host = new FakeHost();
  const calls = new FirstCalls([
    { call: "library_list", request: { per_page: 25, connection: "c1" }, answer: "early" },
  ]);
  const early = calls.before(host);
  expect(await early.call("library_list", { ...list, connection: "c2" })).not.toBe("early");
  expect(await early.call("library_list", list)).toBe("early");
  expect(await early.call("library_list", list)).not.toBe("early");
  expect(host.requests("library_list")).toHaveLength(2);
});

it("forgets the answers that nothing asked for", async () => {
  const host = new FakeHost();
  const calls = new FirstCalls([{ call: "app_start", request: null, answer: "early" }]);
  calls.forget();
  expect(await calls.before(host).call("app_start", null)).toHaveProperty("version");
});

it("knows what each screen reads, with the frame around it", async () => {
  const calls = new FirstCalls([]);
  const host = calls.before(new FakeHost());
  const unseen = { connection: "c1", since: "last_time" } as const;
  calls.enter("/c/c1/reports");
  await host.call("app_start", null);
  await host.call("library_list", list);
  await host.call("library_list", list);
  await host.call("changes_count", unseen);
  calls.enter("/c/c1/projects");
  await host.call("library_projects", { connection: "c1", query: { per_page: 25 } });
  expect(calls.readsOf("/c/c1/reports")).toEqual([
    { call: "library_list", request: list },
    { call: "changes_count", request: unseen },
  ]);
  expect(calls.readsOf("/c/c1/projects").map(({ call }) => call)).toEqual(["library_projects", "changes_count"]);
});
