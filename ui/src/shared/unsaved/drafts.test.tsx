import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastRegion } from "../../components";
import { clearToasts } from "../../components/overlays/Toast";
import { HostProvider } from "../../host";
import type { Draft } from "../../host/contract";
import { FakeHost } from "../../host/fake/index";
import { renderWithTexts } from "../../test/texts";
import { DraftsProvider, useDraft, useForgetDrafts, withoutCredentials } from "./drafts";
import { SaveQueueProvider } from "./save-queue";

beforeEach(() => {
  vi.useFakeTimers();
  clearToasts();
});
afterEach(() => vi.useRealTimers());

function Form({ name }: { name: string }) {
  const [found, save, forget] = useDraft(name, (values) => (typeof values === "string" ? values : undefined));
  return (
    <>
      <input aria-label={name} defaultValue={found ?? ""} onChange={({ target }) => save(target.value)} />
      <button type="button" onClick={forget}>
        Use {name}
      </button>
    </>
  );
}

function Remove() {
  const forgetDrafts = useForgetDrafts();
  return (
    <button type="button" onClick={() => forgetDrafts("c1")}>
      Remove c1
    </button>
  );
}

function start(forms: string[], initial: Draft[] = []) {
  const host = new FakeHost();
  const view = renderWithTexts(
    <HostProvider value={host}>
      <SaveQueueProvider>
        <DraftsProvider initial={initial}>
          {forms.map((name) => (
            <Form key={name} name={name} />
          ))}
          <Remove />
          <ToastRegion />
        </DraftsProvider>
      </SaveQueueProvider>
    </HostProvider>,
  );
  const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
  const kept = () => host.requests("draft_save");
  return { host, type, kept, ...view };
}

const soon = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("saves typing shortly after the last key, each form separately", async () => {
  const { type, kept } = start(["one c1", "other c1"]);
  type("one c1", "a");
  await soon(200);
  type("one c1", "ab");
  type("other c1", "x");
  await soon(200);
  expect(kept()).toEqual([]);
  await soon(100);
  expect(kept()).toEqual([
    { form: "one c1", values: "ab" },
    { form: "other c1", values: "x" },
  ]);
});

it("keeps it at once when the window is left or closed", async () => {
  const { type, kept } = start(["one c1"]);
  type("one c1", "a");
  window.dispatchEvent(new Event("blur"));
  await soon(0);
  expect(kept()).toEqual([{ form: "one c1", values: "a" }]);
  type("one c1", "ab");
  window.dispatchEvent(new Event("pagehide"));
  await soon(0);
  expect(kept().at(-1)).toEqual({ form: "one c1", values: "ab" });
});

it("keeps it at once when the form is closed", async () => {
  const { type, kept, unmount } = start(["one c1"]);
  type("one c1", "a");
  unmount();
  await soon(0);
  expect(kept()).toEqual([{ form: "one c1", values: "a" }]);
});

it("finds what was kept, if it makes sense", () => {
  start(
    ["one c1", "other c1"],
    [
      { form: "one c1", values: "typed" },
      { form: "other c1", values: { odd: true } },
    ],
  );
  expect(screen.getByLabelText("one c1")).toHaveValue("typed");
  expect(screen.getByLabelText("other c1")).toHaveValue("");
});

it("forgets what was used, and what was still to be kept of it", async () => {
  const { type, kept } = start(["one c1"], [{ form: "one c1", values: "typed" }]);
  type("one c1", "more");
  fireEvent.click(screen.getByText("Use one c1"));
  await soon(1000);
  expect(kept()).toEqual([{ form: "one c1", values: null }]);
});

it("forgets the forms of a connection that is gone, and no others", async () => {
  const { kept } = start(
    [],
    [
      { form: "one c1", values: "a" },
      { form: "one c2", values: "b" },
      { form: "other c1 7", values: "c" },
      { form: "one", values: "d" },
    ],
  );
  fireEvent.click(screen.getByText("Remove c1"));
  await soon(0);
  expect(kept().map(({ form, values }) => [form, values])).toEqual([
    ["one c1", null],
    ["other c1 7", null],
  ]);
});

it("lets the last one win, however long the earlier ones take", async () => {
  const { host, type, kept } = start(["one c1"]);
  const release = host.hold("draft_save");
  type("one c1", "a");
  await soon(300);
  fireEvent.click(screen.getByText("Use one c1"));
  await soon(300);
  expect(kept()).toEqual([{ form: "one c1", values: "a" }]);
  release();
  await soon(0);
  expect(kept().at(-1)).toEqual({ form: "one c1", values: null });
});

it("says once that nothing can be kept", async () => {
  const { host, type } = start(["one c1"]);
  host.fail("draft_save", "storage_failed");
  type("one c1", "a");
  await soon(300);
  type("one c1", "ab");
  await soon(300);
  await act(() => vi.dynamicImportSettled());
  expect(screen.getAllByText("Drafts can’t be saved")).toHaveLength(1);
});

it.each([
  ["https://user:secret@example.com/a@b", "https://example.com/a@b"],
  ["user:secret@example.com", "example.com"],
  ["//secret@example.com", "//example.com"],
  ["https://user:secr", "https://user"],
  ["http://localhost:8080/a:b", "http://localhost:8080/a:b"],
  ["http://[::1]:8080/", "http://[::1]:8080/"],
  ["https:", "https:"],
  ["https://example.com/@handle?x=@y", "https://example.com/@handle?x=@y"],
  ["example.com/@handle", "example.com/@handle"],
  ["http://me:p#ss@proxy:8080", "http://proxy:8080"],
  ["http://me:se/cret", "http://me"],
  ["http://me:se/cr@t?x@proxy:8080", "http://proxy:8080"],
  ["https:///user:pw@host", "https:///host"],
])("takes credentials out of %s", (address, rest) => expect(withoutCredentials(address)).toBe(rest));
