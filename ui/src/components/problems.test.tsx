import { i18n } from "@lingui/core";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { makeProblem } from "../host";
import type { FieldReason, ProblemCode } from "../host/contract";
import { expectAccessible } from "../test/axe";
import { renderWithTexts } from "../test/texts";
import { ProblemInline } from "./ProblemInline";
import { type ProblemActions, ProblemActionsProvider, ProblemView } from "./ProblemView";
import { ACTION_LABELS, PROBLEMS, reasonText } from "./problems";

/** Every kind and what is offered for it. A kind that the contract gains is missing here until it is thought about. */
const OFFERED: Record<ProblemCode, keyof typeof ACTION_LABELS | null> = {
  invalid_input: null,
  refused_input: null,
  unreachable: "retry",
  untrusted: "retry",
  timed_out: "retry",
  outcome_unknown: "check",
  key_refused: "enter_key",
  forbidden: "edit_connection",
  not_found: "retry",
  throttled: "retry",
  maintenance: "retry",
  service_fault: "retry",
  redirected: "edit_connection",
  not_this_interface: "edit_connection",
  answer_too_large: "retry",
  connection_unknown: "show_connections",
  key_missing: "enter_key",
  keychain_locked: "retry",
  keychain_missing: "retry",
  keychain_failed: "retry",
  sample_failed: "retry",
  storage_failed: "retry",
  internal: "retry",
};
const CODES = Object.keys(OFFERED) as ProblemCode[];

it.each(CODES)("words %s and offers its one action", async (code) => {
  const actions = {
    retry: vi.fn(),
    check: vi.fn(),
    edit_connection: vi.fn(),
    enter_key: vi.fn(),
    show_connections: vi.fn(),
  } satisfies Required<ProblemActions>;
  renderWithTexts(<ProblemView problem={makeProblem(code)} actions={actions} />);
  const { title, next } = PROBLEMS[code];
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent(i18n._(title));
  expect(screen.getByText(i18n._(next))).toBeVisible();

  const kind = OFFERED[code];
  const labels = screen.getAllByRole("button").map((button) => button.textContent);
  expect(labels).toEqual(kind ? [i18n._(ACTION_LABELS[kind]), "Details"] : ["Details"]);
  if (!kind) return;
  await userEvent.click(screen.getByRole("button", { name: i18n._(ACTION_LABELS[kind]) }));
  expect(actions[kind]).toHaveBeenCalledOnce();
});

it("gives no two kinds the same title", () => {
  expect(new Set(CODES.map((code) => i18n._(PROBLEMS[code].title))).size).toBe(CODES.length);
});

it("offers nothing that nobody can do here", () => {
  renderWithTexts(<ProblemView problem={makeProblem("unreachable")} />);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("takes actions from above", async () => {
  const enter_key = vi.fn();
  renderWithTexts(
    <ProblemActionsProvider actions={{ enter_key }}>
      <ProblemInline problem={makeProblem("key_refused")} />
    </ProblemActionsProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Enter key" }));
  expect(enter_key).toHaveBeenCalledOnce();
});

it("tells the service's words and the pause, and has the particulars to copy", async () => {
  const user = userEvent.setup();
  const said = "Trop de requêtes.";
  const problem = makeProblem("throttled", { said, retry_after: 1, status: 429, detail: "GET /api/v1/reports" });
  renderWithTexts(<ProblemView problem={problem} />);
  const view = screen.getByRole("alert");
  expect(within(view).getByText(said)).toBeVisible();
  expect(within(view).getByText("The service says to wait for 1 second.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Details" }));
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(
    `code: throttled\nstatus: 429\nretry_after: 1\nsaid: ${said}\ndetail: GET /api/v1/reports`,
  );
  await expectAccessible();
});

it("words every reason of a field, and leaves the service's own words alone", () => {
  const kinds: Record<FieldReason["kind"], FieldReason> = {
    required: { kind: "required" },
    too_long: { kind: "too_long", limit: 100 },
    not_an_address: { kind: "not_an_address" },
    unsupported_scheme: { kind: "unsupported_scheme" },
    credentials: { kind: "credentials" },
    query_or_fragment: { kind: "query_or_fragment" },
    insecure: { kind: "insecure" },
    not_usable: { kind: "not_usable" },
    other_origin: { kind: "other_origin" },
    nothing_to_change: { kind: "nothing_to_change" },
    said: { kind: "said", messages: ["URL est déjà pris.", "Autre."] },
  };
  const texts = Object.values(kinds).map((reason) => reasonText(reason, (message) => i18n._(message)));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toContain("At most 100 characters.");
  expect(texts).toContain("URL est déjà pris. Autre.");
});
