import { expect, it } from "vitest";
import { asDraft, makeProblem, usualNetwork } from "../../../host";
import type { CheckStep, ConnectionCheck, ConnectionDraft, Step } from "../../../host/contract";
import { fakeCheck } from "../../../host/fake/connections";
import { summarizeTest } from "./test-summary";

function checkOf(address: string, change: (steps: Map<Step, CheckStep>) => void = () => {}): ConnectionCheck {
  const draft: ConnectionDraft = {
    id: null,
    name: "x",
    base_url: address,
    allow_insecure: true,
    key: "k",
    key_place: "memory",
    network: asDraft(usualNetwork),
    service: null,
  };
  const check = fakeCheck(draft, undefined, 240);
  change(new Map(check.steps.map((step) => [step.step, step])));
  return check;
}

const failed = { outcome: "failed", problem: makeProblem("service_fault") } as const;

it("says that everything works", () => {
  expect(summarizeTest(checkOf("https://seo.example"))).toEqual({ kind: "works", failed: null, limits: [] });
});

it("names what a service lacks", () => {
  expect(summarizeTest(checkOf("https://old.example"))).toMatchObject({
    kind: "limited",
    limits: [
      { kind: "certificate" },
      { kind: "paging", paging: "next_only" },
      { kind: "sort", sort: "generated_at" },
      { kind: "throttle" },
    ],
  });
});

it.each([
  [14, true],
  [15, false],
])("warns of a certificate that has %i days: %s", (days_left, isSoon) => {
  const check = checkOf("https://seo.example", (steps) => {
    const finding = { kind: "certificate", issuer: "Example Trust", days_left, protocol: "TLS 1.3" } as const;
    Object.assign(steps.get("tls") ?? {}, { finding });
  });
  expect(summarizeTest(check).kind).toBe(isSoon ? "limited" : "works");
});

it("takes plain http for a limit, but not within this computer", () => {
  expect(summarizeTest(checkOf("http://seo.example")).limits).toEqual([{ kind: "insecure" }]);
  for (const local of ["http://127.0.0.1:4000", "http://localhost", "http://[::1]:80"]) {
    expect(summarizeTest(checkOf(local)).kind, local).toBe("works");
  }
});

it("does without projects and sorting, but not without reports", () => {
  const lame = checkOf("https://seo.example", (steps) => {
    Object.assign(steps.get("projects") ?? {}, failed);
    Object.assign(steps.get("sorting") ?? {}, failed);
  });
  expect(summarizeTest(lame)).toMatchObject({
    kind: "limited",
    failed: null,
    limits: [{ kind: "projects" }, { kind: "sorting_untried" }],
  });
  const dead = checkOf("https://seo.example", (steps) => Object.assign(steps.get("reports") ?? {}, failed));
  expect(summarizeTest(dead)).toMatchObject({ kind: "fails", failed: { step: "reports" }, limits: [] });
});
