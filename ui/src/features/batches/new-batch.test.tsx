import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeProblem } from "../../host";
import type { PreviewSource, SourcePreview } from "../../host/contract";
import { FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { type RenderOptions, renderApp } from "../../test/render";

const PLACE = "/c/c1/batches/new";
const TABLE = [
  "Address;Privacy;Password",
  "new.example/a;public;",
  "new.example/b;;own-secret",
  "www.new.example/a/;;",
  "no address;;",
  "new.example/c;secret;",
].join("\n");

async function start(options: RenderOptions = {}) {
  const app = await renderApp({ at: PLACE, library: "seeded", ...options });
  await screen.findByRole("heading", { level: 1, name: "New batch" });
  return app;
}

const text = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "URLs" });
const put = (lines: string) => fireEvent.change(text(), { target: { value: lines } });
const found = async () => within(await screen.findByRole("region", { name: "Found" }));
const notes = async () => within(await screen.findByRole("list", { name: "Notes on lines" })).getAllByRole("listitem");
/** The note on a line. */
async function note(line: number) {
  const own = (await notes()).map(({ firstElementChild }) => firstElementChild?.textContent ?? "");
  return own.find((text) => text.startsWith(`Line ${line}: `))?.slice(`Line ${line}: `.length);
}
const pages = async (count: string) => (await found()).findByText(new RegExp(`^${count} pages?$`));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (options: string) => screen.getByRole("radio", { name: options });
const lastDraft = (host: FakeHost) => host.requests("draft_save").at(-1);

it("looks into what is typed, and plans it by the rules that are chosen", async () => {
  const { host, user, history } = await start();
  expect(button("Review plan")).toBeDisabled();
  expect(text()).toHaveAccessibleDescription(/A table with a URL column works too/);
  await expectAccessible();

  put("new.example/one\nnew.example/two\nwww.new.example/one\nhttps://northwind-shop.example/about");
  await pages("3");
  // Only the finished input is previewed.
  expect(host.requests("source_preview")).toHaveLength(1);
  expect(await note(3)).toBe("Duplicate of line 1");
  expect((await found()).queryByRole("table", { name: "Preview" })).toBeNull();

  await user.click(press("Recheck if older than 30 days"));
  const days = screen.getByRole("textbox", { name: "Days since the last check" });
  await user.clear(days);
  await user.tab();
  expect(button("Review plan")).toBeDisabled();
  await user.type(days, "90");
  await user.tab();
  expect(press("Recheck if older than 90 days")).toBeChecked();
  await user.click(screen.getByRole("checkbox", { name: "Include reports not in your list" }));
  expect(screen.getByRole("combobox", { name: /Project/ })).toHaveValue("new.example");
  await user.click(press("Password"));
  expect(button("Review plan")).toBeEnabled();
  await user.click(press("One password for all reports"));
  expect(button("Review plan")).toBeDisabled();
  expect(screen.getByText("Required.")).toBeVisible();
  const password = screen.getByLabelText("Password", { selector: "input[type=password]" });
  fireEvent.change(password, { target: { value: "x".repeat(129) } });
  expect(screen.getByText("Use at most 128 characters.")).toBeVisible();
  expect(button("Review plan")).toBeDisabled();
  await user.clear(password);
  await user.type(password, "hunter2hunter2");
  await user.click(screen.getByRole("checkbox", { name: "Save passwords in this computer’s keychain" }));
  await expectAccessible();

  await user.click(button("Review plan"));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
  expect(host.requests("batch_plan")).toEqual([
    {
      connection: "c1",
      source: { kind: "text", text: expect.stringContaining("new.example/one"), reading: {} },
      wish: {
        kind: "create",
        privacy: "password",
        known: { kind: "refresh_older_than", days: 90 },
        change_known: false,
        match_project: "new.example",
      },
      password: { kind: "one", password: "hunter2hunter2" },
      keep_passwords: false,
    },
  ]);
  // The plan replaces the draft, which never has the password.
  expect(lastDraft(host)).toEqual({ form: "new_batch c1", values: null });
  expect(JSON.stringify(host.requests("draft_save"))).not.toContain("hunter2");
});

it("reads a table by its columns, reports invalid lines, and keeps none of it", async () => {
  const { host, user, history } = await start();
  put(TABLE);
  await pages("2");
  const region = await found();
  expect(press("Private").closest("[role=radiogroup]")).toHaveAccessibleDescription(/^Privacy set in your list/);
  expect(await note(1)).toBe("Header");
  expect(await note(2)).toBe("Public");
  expect(await note(3)).toBe("Password");
  expect(await note(4)).toBe("Duplicate of line 2");
  expect(await note(5)).toBe("Not a URL");
  expect(await note(6)).toBe("Privacy must be public, private, or password.");
  expect(screen.getByText("Privacy not recognized")).toHaveAttribute(
    "title",
    "Privacy must be public, private, or password.",
  );
  await user.click(button("Next problem"));
  expect(text().value.slice(text().selectionStart, text().selectionEnd)).toBe("www.new.example/a/;;");
  await user.click(button("Next problem"));
  expect(text().value.slice(text().selectionStart, text().selectionEnd)).toBe("no address;;");
  expect(text()).toHaveFocus();
  expect(screen.getAllByText("Line 5: Not a URL")).toHaveLength(2);
  // The list has some passwords, which take precedence.
  expect(press("A different password for each report")).toBeChecked();
  await expectAccessible();

  await user.click(region.getByRole("button", { name: /Password/ }));
  await user.click(screen.getByRole("option", { name: "None" }));
  await user.click(region.getByRole("button", { name: /^Privacy|Privacy$/ }));
  await user.click(screen.getByRole("option", { name: "None" }));
  await pages("3");
  expect(screen.queryByRole("radio", { name: "A different password for each report" })).toBeNull();
  expect(screen.queryByText(/^Privacy set in/)).toBeNull();
  expect(JSON.stringify(host.requests("draft_save"))).not.toContain("own-secret");

  // It isn't saved as a draft, so leaving asks.
  await user.click(screen.getByRole("link", { name: /Projects/ }));
  const question = within(await screen.findByRole("alertdialog", { name: "Discard the list?" }));
  await user.click(question.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects"));
});

it("is led back to from its plan, which quotes invalid lines, and plans in its place", async () => {
  const { host, user, history } = await start();
  put(TABLE);
  await pages("2");
  await user.click(press("One password for all reports"));
  const password = () => screen.getByLabelText("Password", { selector: "input[type=password]" });
  await user.type(password(), "hunter2hunter2");
  host.change("batch_read", (batch) => ({ ...batch, bad_lines: 2 }));
  await user.click(button("Review plan"));
  expect(await screen.findByRole("heading", { level: 1, name: "Review plan" })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "2 invalid lines are left out" }));
  const lines = within(screen.getByRole("list", { name: "Invalid lines" })).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "Line 5no addressNot a URL",
    "Line 6new.example/cPrivacy not recognized",
  ]);

  await user.click(button("Edit list"));
  await waitFor(() => expect(text()).toHaveValue(TABLE));
  await waitFor(() => expect(password()).toHaveValue("hunter2hunter2"));
  expect(screen.queryByText("Draft restored.")).toBeNull();
  expect(JSON.stringify(host.requests("draft_save"))).not.toMatch(/own-secret|hunter2/);
  await waitFor(() => expect(button("Review plan")).toBeEnabled());
  await user.click(button("Review plan"));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/2"));
  await waitFor(() => expect(host.requests("batch_remove")).toEqual([{ batch: 1 }]));
  await user.click(button("Back"));
  await waitFor(() => expect(text()).toHaveValue(TABLE));
});

/** A plan of one URL, which `edit` opens to edit, and the draft of a new batch with two. */
async function startWithPlan() {
  const app = await start();
  const { user, history } = app;
  const go = (path: string) => act(() => history.push(path));
  const edit = async () => {
    go("/c/c1/batches/1");
    await screen.findByRole("heading", { level: 1, name: "Review plan" });
    await user.click(button("Back"));
    await waitFor(() => expect(text()).toHaveValue("new.example/one"));
  };
  put("new.example/one");
  await pages("1");
  await user.click(button("Review plan"));
  await screen.findByRole("heading", { level: 1, name: "Review plan" });
  go(PLACE);
  await screen.findByRole("textbox", { name: "URLs" });
  put("new.example/a\nnew.example/b");
  return { ...app, go, edit };
}

it("keeps the list of a plan that is edited apart from the draft of a new batch, and asks before it is lost", async () => {
  const { host, user, unmount, go, edit } = await startWithPlan();
  const answer = async (label: string) => {
    const question = within(await screen.findByRole("alertdialog", { name: "Discard changes?" }));
    await user.click(question.getByRole("button", { name: label }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  await edit();
  put(TABLE);
  go("/c/c1/projects");
  await answer("Keep editing");
  expect(text()).toHaveValue(TABLE);
  go(PLACE);
  await answer("Discard");
  expect(await screen.findByText("Draft restored.")).toBeVisible();
  expect(text()).toHaveValue("new.example/a\nnew.example/b");

  // Options are part of the plan, too.
  await edit();
  await user.click(press("Public"));
  go("/c/c1/projects");
  await answer("Discard");
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  await edit();
  expect(press("Private")).toBeChecked();
  go("/c/c1/projects");
  await screen.findByRole("heading", { level: 1, name: "Projects" });

  // The app crashes.
  await edit();
  put("new.example/one\nnew.example/two");
  await waitFor(() => expect(JSON.stringify(lastDraft(host))).toContain('new.example/two"'));
  unmount();
  await start({ host, at: `${PLACE}?plan=1` });
  expect(text()).toHaveValue("new.example/one\nnew.example/two");
});

it("asks before another plan takes the place of a list that isn’t saved", async () => {
  const { user, history } = await start();
  put("new.example/one");
  await pages("1");
  await user.click(button("Review plan"));
  await user.click(await screen.findByRole("button", { name: "Back" }));
  await waitFor(() => expect(text()).toHaveValue("new.example/one"));
  act(() => history.push(PLACE));
  await waitFor(() => expect(text()).toHaveValue(""));
  put(TABLE);
  act(() => history.push(`${PLACE}?plan=1`));
  const question = within(await screen.findByRole("alertdialog", { name: "Discard the list?" }));
  await user.click(question.getByRole("button", { name: "Keep editing" }));
  expect(text()).toHaveValue(TABLE);
});

it("begins a new batch where its address comes after that of an edited plan", async () => {
  const { host, user, history, edit } = await startWithPlan();
  await edit();
  act(() => history.back());
  await waitFor(() => expect(text()).toHaveValue("new.example/a\nnew.example/b"));

  await edit();
  await user.keyboard("{Control>}{Shift>}n{/Shift}{/Control}");
  await waitFor(() => expect(text()).toHaveValue("new.example/a\nnew.example/b"));

  // A file for the plan stays with it.
  await edit();
  act(() => host.drop({ name: "pages.txt", text: "new.example/a\n" }));
  expect(await screen.findByText("pages.txt")).toBeVisible();
  await pages("1");
  await user.click(button("Review plan"));
  await waitFor(() => expect(host.requests("batch_remove")).toEqual([{ batch: 1 }]));
});

it("is as it was left, but for credentials", async () => {
  const first = await start();
  put("https://ada:secret@new.example/one\nnew.example/two");
  await first.user.click(press("Public"));
  await waitFor(() => expect(lastDraft(first.host)?.values).toMatchObject({ wish: { privacy: "public" } }));
  await waitFor(() => expect(JSON.stringify(lastDraft(first.host))).toContain("https://new.example/one"));
  expect(JSON.stringify(first.host.requests("draft_save"))).not.toContain("secret");
  first.unmount();

  const { user } = await start({ host: first.host });
  expect(await screen.findByText("Draft restored.")).toBeVisible();
  expect(text()).toHaveValue("https://new.example/one\nnew.example/two");
  expect(press("Public")).toBeChecked();
  await user.click(button("Start over"));
  expect(text()).toHaveValue("");
  expect(press("Private")).toBeChecked();
});

it("keeps a number that is still being typed when keys lead to another screen", async () => {
  const { user, history } = await start();
  put("new.example/one");
  await user.click(press("Recheck if older than 30 days"));
  const days = screen.getByRole("textbox", { name: "Days since the last check" });
  await user.clear(days);
  await user.type(days, "9");
  // Commands that stay here leave the focus.
  await user.keyboard("{Control>}={/Control}");
  expect(days).toHaveFocus();
  await user.keyboard("0{Control>}5{/Control}");
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  act(() => history.push(PLACE));
  expect(await screen.findByText("Draft restored.")).toBeVisible();
  expect(press("Recheck if older than 90 days")).toBeChecked();
});

it("asks about a typed password when left, and keeps the list as a draft", async () => {
  const { user, history } = await start();
  put("new.example/one\nnew.example/two");
  await pages("2");
  await user.click(press("Password"));
  await user.click(press("One password for all reports"));
  await user.type(screen.getByLabelText("Password", { selector: "input[type=password]" }), "hunter2hunter2");
  await user.click(screen.getByRole("link", { name: /Projects/ }));
  const question = within(await screen.findByRole("alertdialog", { name: "Discard the password?" }));
  await user.click(question.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects"));
  act(() => history.push(PLACE));
  expect(await screen.findByRole("textbox", { name: "URLs" })).toHaveValue("new.example/one\nnew.example/two");
});

it("takes a file that is chosen, or dropped anywhere", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.sources.chosen = null;
  const { user, history } = await renderApp({ at: "/c/c1/projects", host });
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  await screen.findByRole("link", { name: /Batches/ });

  // Dropping files works shortly after the first paint.
  await waitFor(() => {
    act(() => host.holdOver(true));
    expect(screen.getByText("Drop a list of URLs to create a batch")).toBeInTheDocument();
  });
  act(() => host.drop({ name: "pages.txt", text: "new.example/a\n" }, { name: "more.txt", text: "new.example/b\n" }));
  await waitFor(() => expect(history.location.pathname).toBe(PLACE));
  expect(await screen.findByText("pages.txt")).toBeVisible();
  expect(await screen.findByText("Only the first file was used")).toBeVisible();
  expect(screen.queryByText("Drop a list of URLs to create a batch")).toBeNull();
  await pages("1");
  await expectAccessible();

  // Picking was canceled, so the old file stays.
  await user.click(button("Choose another…"));
  expect(screen.getByText("pages.txt")).toBeVisible();
  host.sources.chosen = { name: "photo.png", text: "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001" };
  await user.click(button("Choose another…"));
  expect(await screen.findByText(/Neither text nor an Excel workbook/)).toBeVisible();
  expect(button("Review plan")).toBeDisabled();
  act(() => host.drop({ name: "third.csv", text: "new.example/x,1\nnew.example/y,2\n" }));
  await pages("2");
  host.fail("source_choose", "file_failed");
  await user.click(button("Choose another…"));
  expect(await screen.findByRole("alert")).toBeVisible();
  await user.click(button("Remove file"));
  expect(button("Choose file…")).toBeVisible();
  expect(text()).toHaveValue("");
});

/** A preview of the sitemap of new.example, whose second part is missing; elsewhere there is none. */
function sitemap({ source }: PreviewSource): SourcePreview {
  const isThere = source.kind === "sitemap" && source.address.endsWith("new.example/sitemap.xml");
  const addresses = isThere ? ["https://new.example/", "https://new.example/a"] : [];
  const read = (name: string, count: number) => ({ name, addresses: count, fault: null, problem: null });
  const missing = { ...read("https://new.example/gone.xml", 0), problem: makeProblem("not_found", { status: 404 }) };
  const whole = [read("https://new.example/sitemap.xml", 2), read("https://new.example/one.xml", 2)];
  return {
    form: "sitemap",
    sheet: null,
    encoding: "UTF-8",
    delimiter: null,
    has_head: false,
    columns: [],
    address: null,
    privacy: null,
    password: null,
    pages: addresses.length,
    duplicates: 0,
    bad: 0,
    repeats: [],
    sample: addresses.map((address) => ({ line: null, address, privacy: null, has_password: false })),
    bad_lines: [],
    sitemaps: [...(isThere ? whole : []), missing],
    fault: null,
  };
}

it("reads a sitemap only when told to, and says which could not be read", async () => {
  const { host, user } = await start();
  host.answer("source_preview", sitemap);
  await user.click(button("From sitemap…"));
  const field = screen.getByRole("textbox", { name: "Sitemap URL" });
  await user.type(field, "new.example/sitemap.xml");
  expect(host.requests("source_preview")).toHaveLength(0);
  await user.keyboard("{Enter}");
  await pages("2");
  const sample = within((await found()).getByRole("table", { name: "Preview" }));
  expect(sample.getAllByRole("row")).toHaveLength(3);
  const list = within((await found()).getByRole("list", { name: "Sitemaps" }));
  expect(list.getAllByRole("listitem")).toHaveLength(3);
  expect((await found()).getByRole("button", { name: "1 sitemap couldn’t be read completely" })).toBeVisible();
  await expectAccessible();

  // A changed URL is another sitemap, which isn't read yet.
  await user.type(field, "x");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Found" })).toBeNull());
  expect(button("Review plan")).toBeDisabled();

  host.fail("source_preview", "offline", 1);
  await user.click(button("Load"));
  await user.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));
  await pages("0");
  await user.click(button("Cancel"));
  expect(text()).toHaveValue("");
});

it("draws only the lines near the visible ones of a long list", async () => {
  const { host } = await start();
  const numbers = (first: number) => expect(screen.getByText(String(first), { selector: "span" })).toBeInTheDocument();
  host.answer("source_preview", () => ({
    ...sitemap({ source: { kind: "sitemap", address: "" } }),
    form: "lines",
    pages: 1,
    duplicates: 4999,
    repeats: Array.from({ length: 1000 }, (_, at) => ({ line: at + 2, first: 1 })),
    sitemaps: [],
  }));
  put(Array.from({ length: 5000 }, () => "new.example/a").join("\n"));
  expect(await screen.findByText("Only the first 1,000 are marked.")).toBeVisible();
  numbers(1);
  expect(await notes()).toHaveLength(159);
  fireEvent.scroll(text(), { target: { scrollTop: 22 * 900 } });
  numbers(901);
  expect(screen.queryByText("1", { selector: "span" })).toBeNull();
  expect(await note(950)).toBe("Duplicate of line 1");
  expect(await note(1010)).toBeUndefined();
});

it("says why it cannot be planned, and gives up planning", async () => {
  const { host, user, history } = await start();
  put("new.example/one");
  await pages("1");
  host.fail("batch_plan", "journal_failed", 1);
  await user.click(button("Review plan"));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveAttribute("data-problem", "journal_failed");

  const release = host.hold("batch_plan");
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await user.click(await screen.findByRole("button", { name: "Stop" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  release();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(history.location.pathname).toBe(PLACE);
  expect(text()).toHaveValue("new.example/one");
});

it("cancels outdated previews, and shows the last one in the meantime", async () => {
  const { host } = await start();
  put("new.example/one");
  await pages("1");
  const release = host.hold("source_preview");
  put("new.example/one\nnew.example/two");
  await waitFor(() => expect(host.requests("source_preview")).toHaveLength(2));
  expect((await found()).getByText("1 page")).toBeVisible();
  expect(button("Review plan")).toBeDisabled();
  put("new.example/one\nnew.example/two\nnew.example/three");
  await waitFor(() => expect(host.options("source_preview")[1]?.signal?.aborted).toBe(true));
  release();
  await pages("3");
  expect(button("Review plan")).toBeEnabled();
});

it("is where several addresses go that are pasted into the window or a new report", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/reports", library: "seeded" });
  await user.click(await screen.findByRole("button", { name: "New report" }));
  const field = await screen.findByRole("textbox", { name: "Page URL" });
  fireEvent.paste(field, { clipboardData: { getData: () => "new.example/a\nnew.example/b" } });
  expect(await screen.findByText("You pasted 2 URLs.")).toBeVisible();
  await user.click(button("Create a batch"));
  await waitFor(() => expect(history.location.pathname).toBe(PLACE));
  expect(await screen.findByRole("textbox", { name: "URLs" })).toHaveValue("new.example/a\nnew.example/b");
  expect(screen.queryByRole("dialog")).toBeNull();

  fireEvent.paste(document.body, { clipboardData: { getData: () => "new.example/c\nnew.example/d" } });
  await waitFor(() => expect(text()).toHaveValue("new.example/a\nnew.example/b\nnew.example/c\nnew.example/d"));

  // The restored draft is announced, and its privacy doesn't apply to new pages.
  await user.click(press("Public"));
  await user.click(screen.getByRole("link", { name: /Projects/ }));
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  fireEvent.paste(document.body, { clipboardData: { getData: () => "new.example/e\nnew.example/f" } });
  expect(await screen.findByText("Draft restored.")).toBeVisible();
  expect(text().value).toMatch(/^new\.example\/a\n(.+\n){4}new\.example\/f$/);
  expect(press("Private")).toBeChecked();
  await user.click(button("Start over"));
  expect(text()).toHaveValue("new.example/e\nnew.example/f");
});
