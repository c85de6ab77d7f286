import { i18n } from "@lingui/core";
import { act, renderHook, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DrawingName } from "../../components/layout/Drawing";
import { makeProblem, ProblemError } from "../../host";
import type { FieldReason, Problem, ProblemCode } from "../../host/contract";
import { expectAccessible } from "../../test/axe";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { useNextRetry, useOutageRetry } from "../lists/use-outage-retry";
import { reasonText } from "./field-reasons";
import { LastKnown } from "./ListNotices";
import { ProblemInline } from "./ProblemInline";
import { type ProblemActions, ProblemActionsProvider, ProblemView } from "./ProblemView";
import { ACTION_LABELS, PROBLEMS } from "./problems";

const OFFERED: Record<ProblemCode, (keyof typeof ACTION_LABELS)[]> = {
  invalid_input: [],
  refused_input: [],
  offline: ["retry"],
  name_not_found: ["retry", "edit_connection"],
  connection_refused: ["retry", "edit_connection"],
  connect_timed_out: ["retry", "edit_connection"],
  unreachable: ["retry", "edit_connection"],
  proxy_failed: ["edit_connection", "retry"],
  untrusted: ["edit_connection", "retry"],
  certificate_expired: ["retry"],
  certificate_name: ["edit_connection", "retry"],
  tls_failed: ["retry", "edit_connection"],
  https_not_spoken: ["edit_connection", "retry"],
  ca_file_unusable: ["edit_connection", "retry"],
  timed_out: ["retry", "edit_connection"],
  response_truncated: ["retry"],
  canceled: ["retry"],
  outcome_unknown: ["check"],
  not_done: ["retry"],
  not_applied: ["retry"],
  key_refused: ["enter_key", "retry"],
  forbidden: ["enter_key", "retry"],
  quota_used: ["enter_key"],
  not_found: ["retry"],
  throttled: ["retry"],
  maintenance: ["retry"],
  service_fault: ["retry"],
  redirected: ["edit_connection", "retry"],
  unsupported_service: ["edit_connection", "retry"],
  other_report: ["retry"],
  response_too_large: ["retry"],
  connection_unknown: ["show_connections"],
  service_unclear: ["edit_connection"],
  too_often: ["retry"],
  key_missing: ["enter_key"],
  keychain_locked: ["retry"],
  keychain_missing: ["retry"],
  keychain_failed: ["retry"],
  sample_failed: ["retry"],
  storage_failed: ["retry"],
  library_failed: ["retry"],
  library_limit: [],
  too_many_rows: ["retry"],
  not_in_library: [],
  disk_full: ["retry"],
  slow_pattern: ["clear_pattern"],
  file_failed: ["retry"],
  not_a_library: ["retry"],
  batch_unknown: [],
  batch_not_ready: [],
  open_elsewhere: ["retry"],
  journal_failed: ["retry"],
  copy_failed: ["retry"],
  clipboard_failed: ["retry"],
  print_failed: ["retry"],
  update_failed: ["retry"],
  update_untrusted: ["retry"],
  update_not_permitted: ["retry"],
  safe_mode: ["restart"],
  internal: ["retry"],
};
const CODES = Object.keys(OFFERED) as ProblemCode[];

it.each(CODES)("words %s and offers a way on", async (code) => {
  const actions = {
    retry: vi.fn(),
    check: vi.fn(),
    edit_connection: vi.fn(),
    enter_key: vi.fn(),
    show_connections: vi.fn(),
    clear_pattern: vi.fn(),
    restart: vi.fn(),
  } satisfies Required<ProblemActions>;
  renderWithTexts(<ProblemView problem={makeProblem(code)} actions={actions} />);
  const { title, next } = PROBLEMS[code];
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent(i18n._(title));
  expect(screen.getByText(i18n._(next))).toBeVisible();

  const labels = screen.getAllByRole("button").map((button) => button.textContent);
  expect(labels).toEqual([...OFFERED[code].map((kind) => i18n._(ACTION_LABELS[kind])), "Details"]);
  for (const kind of OFFERED[code]) {
    await userEvent.click(screen.getByRole("button", { name: i18n._(ACTION_LABELS[kind]) }));
    expect(actions[kind]).toHaveBeenCalledOnce();
  }
});

it.each([
  ["connection_refused", "connection"],
  ["redirected", "connection"],
  ["unsupported_service", "connection"],
  ["key_refused", "key"],
  ["forbidden", "key"],
  ["maintenance", "pause"],
  ["throttled", "pause"],
  ["service_fault", "service"],
  ["file_failed", "unsealed"],
] satisfies [ProblemCode, DrawingName][])("draws %s as %s", (code, drawing) => {
  renderWithTexts(<ProblemView problem={makeProblem(code)} />);
  expect(document.querySelector(`[data-drawing=${drawing}]`)).not.toBeNull();
});

it("gives no two kinds the same words", () => {
  expect(new Set(CODES.map((code) => i18n._(PROBLEMS[code].title))).size).toBe(CODES.length);
  expect(new Set(CODES.map((code) => i18n._(PROBLEMS[code].next))).size).toBe(CODES.length);
});

it.each([
  ["timed_out", "Nothing was changed."],
  ["too_often", "Nothing was sent."],
  ["ca_file_unusable", "Nothing was sent."],
  ["batch_not_ready", "Nothing was sent."],
  ["proxy_failed", "Nothing reached the service."],
  ["keychain_locked", "Nothing was changed."],
  ["library_failed", "Nothing on the service is affected."],
] satisfies [ProblemCode, string][])("says of %s what is safe only if something was to change", (code, safety) => {
  const problem = makeProblem(code);
  const { rerender } = renderWithTexts(<ProblemInline problem={problem} />);
  expect(screen.getByRole("alert")).toHaveTextContent(safety);
  rerender(<ProblemInline isRead problem={problem} />);
  expect(screen.getByRole("alert")).not.toHaveTextContent("Nothing");
  rerender(<ProblemView problem={problem} />);
  expect(screen.getByRole("alert")).not.toHaveTextContent("Nothing");
});

it("offers only actions available here", () => {
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
  await userEvent.click(screen.getByRole("button", { name: "Enter API key" }));
  expect(enter_key).toHaveBeenCalledOnce();
});

it("tells the service's words, and has the particulars to copy", async () => {
  const user = userEvent.setup();
  const said = "Trop de requêtes.";
  const problem = makeProblem("throttled", { said, retry_after: 1, status: 429, detail: "GET /api/v1/reports" });
  renderWithTexts(<ProblemView problem={problem} />);
  const view = screen.getByRole("alert");
  expect(within(view).getByText(said)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Details" }));
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(
    `code: throttled\nstatus: 429\nretry_after: 1\nsaid: ${said}\ndetail: GET /api/v1/reports`,
  );
  await expectAccessible();
});

it.each([ProblemView, ProblemInline])("leaves out a message that only names the status: %o", async (View) => {
  const only = makeProblem("service_fault", { said: "Internal server error", status: 500 });
  const { rerender } = renderWithTexts(<View problem={only} />);
  expect(screen.queryByText(/The service says/)).toBeNull();
  rerender(<View problem={{ ...only, said: "Disk quota exceeded" }} />);
  expect(screen.getByText(/The service says/)).toBeVisible();
});

it("shows details beside a field or a row too, if there are any", () => {
  const { rerender } = renderWithTexts(<ProblemInline problem={makeProblem("tls_failed", { detail: "alert 40" })} />);
  expect(screen.getByRole("button", { name: "Details" })).toBeVisible();
  rerender(<ProblemInline problem={makeProblem("invalid_input")} />);
  expect(screen.queryByRole("button", { name: "Details" })).toBeNull();
});

it("says that the user's own doing is no trouble", async () => {
  const problem = makeProblem("canceled");
  renderWithTexts(
    <>
      <ProblemView problem={problem} actions={{ retry: () => {} }} />
      <ProblemInline problem={problem} actions={{ retry: () => {} }} />
    </>,
  );
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getAllByRole("status")).toHaveLength(2);
  expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(2);
  await expectAccessible();
});

it("suggests no way around an untrusted certificate", () => {
  for (const code of CODES) {
    expect(`${i18n._(PROBLEMS[code].title)} ${i18n._(PROBLEMS[code].next)}`).not.toMatch(/accept|ignore|skip|anyway/i);
  }
});

describe("a pause that the service asks for", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

  it("counts down, while trying again stays possible all the time", () => {
    const retry = vi.fn();
    renderWithTexts(<ProblemView problem={makeProblem("throttled", { retry_after: 12 })} actions={{ retry }} />);
    expect(screen.getByText("Try again in 12 s.")).toBeVisible();
    pass(5);
    expect(screen.getByText("Try again in 7 s.")).toBeVisible();
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    expect(retry).toHaveBeenCalledOnce();
    pass(7);
    expect(screen.getByText("You can try again now.")).toBeVisible();
  });

  it("is announced once, not every second", () => {
    renderWithTexts(<ProblemView problem={makeProblem("maintenance", { retry_after: 600 })} />);
    const told = screen.getByText("The service asked Assay to wait 10 min.");
    expect(screen.getByText("Try again in 10 min.")).toHaveAttribute("aria-hidden", "true");
    pass(120);
    expect(screen.getByText("Try again in 8 min.")).toBeVisible();
    expect(told).toHaveTextContent("10 min");
  });

  it("doesn't restart when rendered again or elsewhere", () => {
    const problem = makeProblem("throttled", { retry_after: 60 });
    const { unmount } = renderWithTexts(<ProblemView problem={problem} />);
    pass(20);
    unmount();
    renderWithTexts(<ProblemInline problem={problem} />);
    expect(screen.getByText("Try again in 40 s.")).toBeVisible();
  });
});

describe("rows that are still shown", () => {
  const said = "Back soon.";
  const [problem, paused] = [1, 2].map(() => makeProblem("maintenance", { said, retry_after: 30 })) as [
    Problem,
    Problem,
  ];
  const showDetails = () => userEvent.click(screen.getByRole("button", { name: "Details" }));
  const notice = <LastKnown problem={problem} isOtherQuery={false} onRetry={() => {}} />;

  it("say once what the service said, and copy all of it", async () => {
    applyStyles("components/layout/Details.module.css", "components/layout/Banner.module.css");
    renderWithTexts(notice);
    await showDetails();
    expect(screen.getAllByText(/Back soon/)).toHaveLength(1);
    expect(getComputedStyle(screen.getByText(/code: maintenance/)).borderTopStyle).toBe("none");
    await userEvent.click(screen.getByRole("button", { name: "Copy details" }));
    expect(await navigator.clipboard.readText()).toMatch(/^said: Back soon\.$/m);
  });

  it("have no second countdown beside the button's", async () => {
    const error = new ProblemError(paused);
    const Retried = () => {
      useOutageRetry({ error, isFetching: false, refetch: async () => {} });
      return notice;
    };
    renderWithTexts(<Retried />);
    await showDetails();
    expect(screen.getByRole("button", { name: "Try again" })).toHaveTextContent("0:30");
    expect(screen.queryByText(/^Try again in/)).toBeNull();
    expect(screen.queryByText("Try again later.")).toBeNull();
  });
});

it.each([
  ["timed_out", true],
  ["untrusted", false],
  ["certificate_expired", false],
  ["certificate_name", false],
  ["ca_file_unusable", false],
] as const)("tries again after %s: %s, since a certificate doesn't change so soon", (code, isRetried) => {
  const error = new ProblemError(makeProblem(code));
  const { result } = renderHook(() => {
    useOutageRetry({ error, isFetching: false, refetch: async () => {} });
    return useNextRetry() !== null;
  });
  expect(result.current).toBe(isRetried);
});

it.each([
  ["maintenance", "contact the service’s administrator"],
  ["service_fault", "contact the service’s administrator"],
  ["throttled", "other apps may be using the same API key"],
] as const)("says of %s what to do if it lasts once the button counts down", (code, lasting) => {
  const { rerender } = renderWithTexts(<ProblemView problem={makeProblem(code)} />);
  const next = /^Try again (later|in a few)|^Wait a minute/;
  expect(screen.getByText(next)).toBeVisible();
  rerender(<ProblemView problem={makeProblem(code)} retryAt={Date.now() + 30_000} />);
  expect(screen.queryByText(next)).toBeNull();
  expect(screen.getByText(`Assay tries again automatically. If this continues, ${lasting}.`)).toBeVisible();
});

it("says where a redirect leads, if it leads to another host", () => {
  const { rerender } = renderWithTexts(<ProblemView problem={makeProblem("redirected")} />);
  expect(screen.getByText("Check the service URL. It may lead to a sign-in page.")).toBeVisible();
  rerender(<ProblemView problem={makeProblem("redirected", { moved_to: "https://new.example" })} />);
  expect(screen.getByText(/^The service redirects to https:\/\/new\.example\./)).toBeVisible();
});

it("words every reason of a field, and leaves the service's own words alone", () => {
  const kinds: Record<FieldReason["kind"], FieldReason> = {
    required: { kind: "required" },
    too_long: { kind: "too_long", limit: 100 },
    not_an_address: { kind: "not_an_address" },
    no_host: { kind: "no_host" },
    space_in_host: { kind: "space_in_host" },
    several_addresses: { kind: "several_addresses" },
    unsupported_scheme: { kind: "unsupported_scheme" },
    credentials: { kind: "credentials" },
    out_of_range: { kind: "out_of_range", least: 1, most: 120 },
    unreadable_file: { kind: "unreadable_file" },
    no_certificate: { kind: "no_certificate" },
    file_too_large: { kind: "file_too_large", megabytes: 1 },
    query_or_fragment: { kind: "query_or_fragment" },
    insecure: { kind: "insecure" },
    insecure_proxy: { kind: "insecure_proxy" },
    not_usable: { kind: "not_usable" },
    other_origin: { kind: "other_origin" },
    other_way: { kind: "other_way" },
    nothing_to_change: { kind: "nothing_to_change" },
    not_a_pattern: { kind: "not_a_pattern" },
    slow_pattern: { kind: "slow_pattern" },
    not_a_privacy: { kind: "not_a_privacy" },
    said: {
      kind: "said",
      messages: [
        "URL est déjà pris.",
        "cURL error 6: Autre. (see https://curl.example/errors.html) for https://a.example",
      ],
    },
  };
  const texts = Object.values(kinds).map((reason) => reasonText(reason, i18n));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toContain("Use at most 100 characters.");
  expect(texts).toContain("URL est déjà pris. Autre.");
});

it("groups the limits of a field", () => {
  expect(reasonText({ kind: "out_of_range", least: 1, most: 1_000_000 }, i18n)).toBe(
    "Enter a whole number from 1 to 1,000,000.",
  );
  expect(reasonText({ kind: "too_long", limit: 2048 }, i18n)).toBe("Use at most 2,048 characters.");
});
