import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const PLACE = "/c/c1/batches";

/** Plans the batch of a recorded story, and starts it if requested. */
async function batch(host: FakeHost, story: string, { isStarted = true } = {}): Promise<number> {
  const { number } = await host.call("batch_plan", host.batches.tell(story));
  if (isStarted) await host.call("batch_start", { batch: number });
  return number;
}

const empty = () => screen.findByRole("heading", { name: "Drop a list of URLs here" });
const table = async () => within(await screen.findByRole("grid", { name: "Batches" }));
const rows = async () => (await table()).getAllByRole("row").slice(1);
const ended = (host: FakeHost, number: number) =>
  waitFor(async () => expect((await host.call("batch_read", { batch: number })).state).toBe("ended"));

it("says what batches are for while there is none, and leads to the first", async () => {
  const { host, user, history } = await renderApp({ at: PLACE, library: "seeded" });
  expect(await empty()).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Review public reports" }));
  await waitFor(() => expect(history.location.href).toBe("/sweep?connection=c1"));
  history.back();
  await user.click(await screen.findByRole("button", { name: "New batch" }));
  await waitFor(() => expect(history.location.pathname).toBe(`${PLACE}/new`));
  history.back();
  await empty();
  await user.click(screen.getByRole("button", { name: "From sitemap…" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Sitemap URL" })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Close" }));
  host.sources.chosen = { name: "pages.txt", text: "new.example/a\n" };
  await empty();
  await user.click(screen.getByRole("button", { name: "Choose file…" }));
  expect(await screen.findByText("pages.txt")).toBeVisible();
});

it("lists batches with their current status, and removes one", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.batches.pace = 0;
  const first = await batch(host, "report-gone");
  await ended(host, first);
  const second = await batch(host, "key-refused");
  await waitFor(async () => expect((await host.call("batch_read", { batch: second })).state).toBe("paused"));
  await batch(host, "delete", { isStarted: false });

  const { user, history } = await renderApp({ host, at: PLACE });
  const [planned, paused, done] = await rows();
  // The source of a selection says nothing of its pages.
  await within(planned as HTMLElement).findByRole("link", { name: /^Delete 3 reports · \S+\.example$/ });
  expect(planned).toHaveTextContent(/Delete 3 reports.*Selected reports.*Not started/);
  expect(paused).toHaveTextContent(/Recheck 3 reports.*33%: API key rejected/);
  expect(done).toHaveTextContent(/Finished with failures21/);
  await expectAccessible();

  // The core keeps a running one current, and it can't be removed.
  host.batches.pace = 60_000;
  await host.call("batch_start", { batch: second });
  await waitFor(async () => expect((await rows())[1]).toHaveTextContent("33%"));
  const [, running] = await rows();
  await user.click(within(running as HTMLElement).getByRole("button", { name: /^Actions for/ }));
  expect(await screen.findByRole("menuitem", { name: "Remove…" })).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("{Escape}");

  await user.click(within(done as HTMLElement).getByRole("button", { name: /^Actions for/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Remove this batch?" }));
  host.fail("batch_remove", "journal_failed", 1);
  await user.click(question.getByRole("button", { name: "Remove" }));
  expect(await question.findByRole("alert")).toHaveAttribute("data-problem", "journal_failed");
  await user.click(question.getByRole("button", { name: "Remove" }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(await host.call("batches_list", { connection: "c1" })).toHaveLength(2);

  (await rows())[0]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe(`${PLACE}/3`));
});

it("drops columns that have no room", async () => {
  const host = new FakeHost({ library: "seeded" });
  await batch(host, "delete", { isStarted: false });
  const size = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  const columns = async (width: number) => {
    size.mockReturnValue(new DOMRect(0, 0, width, 500));
    const { unmount } = await renderApp({ host, at: PLACE });
    const names = (await table()).getAllByRole("columnheader").map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect(await columns(1000)).toEqual(["Batch", "Source", "Status", "Done", "Failed", "When"]);
  expect(await columns(860)).toEqual(["Batch", "Source", "Status", "Done", "Failed", "When"]);
  expect(await columns(600)).toEqual(["Batch", "Status", "Done", "Failed", "When"]);
  expect(await columns(300)).toEqual(["Batch", "Status"]);
});

it("says why the list cannot be read, and reads it again", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.fail("batches_list", "journal_failed");
  const { user } = await renderApp({ host, at: PLACE });
  const again = await screen.findByRole("button", { name: "Try again" });
  await expectAccessible();
  host.heal("batches_list");
  await user.click(again);
  expect(await empty()).toBeVisible();
});

it("has room for two lines of a name in a narrow window", async () => {
  const host = new FakeHost({ library: "seeded" });
  await batch(host, "delete", { isStarted: false });
  await renderApp({ host, at: PLACE });
  const [wide] = await rows();
  expect(wide).toHaveStyle({ height: "36px" });
  cleanup();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => ({ matches: true, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  );
  await renderApp({ host, at: PLACE });
  const [narrow] = await rows();
  expect(narrow).toHaveStyle({ height: "54px" });
});
