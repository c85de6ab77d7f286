import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { ColumnLayout } from "../../host/contract";
import { expectAccessible } from "../../test/axe";
import { CLOSE, chooseInView, entry } from "../../test/menus";
import { scrollToEnd } from "../../test/scroll";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { Button } from "../buttons/Button";
import { Menu, MenuItem } from "../overlays/Menu";
import { AddressText } from "../text/AddressText";
import { ColumnMenu } from "./ColumnMenu";
import { Grid, Table, type TableColumn, type TableProps } from "./Table";

beforeAll(Grid.load);

type Page = { id: string; address: string; score: number };

const PAGES: Page[] = [
  { id: "1", address: "one.example/", score: 91 },
  { id: "2", address: "two.example/", score: 38 },
  { id: "3", address: "three.example/", score: 55 },
];

const COLUMNS: TableColumn<Page>[] = [
  { id: "address", label: "Page", isRowHeader: true, render: ({ address }) => address },
  { id: "score", label: "Score", defaultWidth: 120, render: ({ score }) => score },
  { id: "number", label: "Number", isAlwaysShown: true, defaultWidth: 90, render: ({ id }) => id },
];

const BASICS: TableProps<Page> = {
  "aria-label": "Pages",
  columns: COLUMNS,
  rows: PAGES,
  idOf: ({ id }) => id,
  rowLabel: ({ address }) => address,
};

/** A table with its column menu; the layout starts as `start` and is reported. */
function Pages({
  start,
  onLayout,
  ...props
}: { start: ColumnLayout; onLayout: (layout: ColumnLayout) => void } & Partial<TableProps<Page>>) {
  const [layout, setLayout] = useState(start);
  const change = (next: ColumnLayout) => {
    setLayout(next);
    onLayout(next);
  };
  return (
    <main>
      <Menu trigger={<Button>View</Button>}>
        <ColumnMenu columns={COLUMNS} layout={layout} onLayout={change} />
      </Menu>
      <Table {...BASICS} layout={layout} onLayout={change} {...props} />
    </main>
  );
}

function renderPages(props: Partial<TableProps<Page>> & { start?: ColumnLayout } = {}) {
  const onLayout = vi.fn();
  const user = userEvent.setup();
  renderWithTexts(<Pages start={{ hidden: [], widths: {} }} {...props} onLayout={onLayout} />);
  return { onLayout, user };
}

const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const row = (address: string) => screen.getByRole("row", { name: new RegExp(address) });
const widthOf = (label: string) =>
  Number.parseFloat(screen.getByRole("columnheader", { name: label }).style.width || "0");

it("hides columns that may be hidden, and shows them again", async () => {
  const { user, onLayout } = renderPages();
  await chooseInView(user, "Columns");
  const item = (name: string) => screen.getByRole("menuitemcheckbox", { name });
  await screen.findByRole("menuitemcheckbox", { name: "Page" });
  expect(item("Page")).toHaveAttribute("aria-disabled", "true");
  expect(item("Number")).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("menuitem", { name: "Reset columns" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible();

  await user.click(item("Score"));
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: ["score"], widths: {} });
  expect(item("Score")).not.toBeChecked();
  await user.click(item("Score"));
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: [], widths: {} });
  await user.click(item("Score"));
  await user.keyboard(CLOSE);
  expect(heads()).toEqual(["Page", "Number"]);
  await waitFor(() => expect(screen.getByRole("button", { name: "View" })).toHaveFocus());
});

it("leaves the end of a path in view beside a badge, or beside its mark where there is no room for the text", () => {
  const path = "/furniture?in_stock=1&page=8";
  const address = `northwind-shop.example${path}`;
  const columns = COLUMNS.map((column) =>
    column.isRowHeader ? { ...column, render: (page: Page) => <AddressText address={page.address} /> } : column,
  );
  const props = {
    columns,
    rows: PAGES.map((page) => ({ ...page, address })),
    pendingOf: ({ id }: Page) => (id === "1" ? undefined : "Will be deleted"),
    openId: "3",
    start: { hidden: [], widths: { address: 260 } },
  };
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(900);
  /** The part of each path that its cell shows. */
  const shown = () =>
    [...document.querySelectorAll("[role=rowheader] .path")].map((part) =>
      [...part.childNodes].map((node) => (node instanceof Text ? node.data : "…")).join(""),
    );
  renderPages(props);
  const [whole, beside, open] = shown();
  expect([whole, open]).toEqual([path, path]);
  expect(beside).toMatch(/^\/furn.*….*page=8$/);
  cleanup();
  width.mockReturnValue(600);
  renderPages(props);
  expect(shown()).toEqual([path, path, path]);
});

it("leaves alone what is kept of columns that it does not have", async () => {
  const { user, onLayout } = renderPages({ start: { hidden: ["owner", "address"], widths: { owner: 70 } } });
  expect(heads()).toEqual(["Page", "Score", "Number"]);
  await chooseInView(user, "Columns");
  await user.click(await entry("Score"));
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: ["owner", "score"], widths: { owner: 70 } });
});

it("goes back to the usual columns", async () => {
  const { user, onLayout } = renderPages({ start: { hidden: ["score"], widths: { number: 200 } } });
  expect(widthOf("Number")).toBe(200);
  await chooseInView(user, "Columns");
  await user.click(await entry("Reset columns"));
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: [], widths: {} });
  await user.keyboard(CLOSE);
  expect(heads()).toEqual(["Page", "Score", "Number"]);
  // Its own 90 pixels, and 24 to the edge of the sheet.
  expect(widthOf("Number")).toBe(90 + 24);
});

it("asks for more rows when the end comes near, and counts those that aren't loaded", async () => {
  const onMore = vi.fn();
  const inMain = (table: ReactNode) => <main>{table}</main>;
  const { rerender } = renderWithTexts(inMain(<Table {...BASICS} onMore={onMore} rowCount={null} />));
  expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "-1");
  scrollToEnd();
  expect(onMore).toHaveBeenCalledOnce();
  rerender(inMain(<Table {...BASICS} isLoadingMore rowCount={240} />));
  expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "241");
  expect(screen.getByRole("status", { name: "Loading" })).toBeInTheDocument();
  await expectAccessible();
  rerender(inMain(<Table {...BASICS} rowCount={3} />));
  scrollToEnd();
  expect(onMore).toHaveBeenCalledOnce();
  expect(screen.queryByRole("status")).toBeNull();
});

it("draws other rows without drawing the earlier ones again", () => {
  const drawn: string[] = [];
  function Drawn({ id }: { id: string }) {
    drawn.push(id);
    return id;
  }
  const columns = [{ ...COLUMNS[0], render: ({ id }: Page) => <Drawn id={id} /> } as TableColumn<Page>];
  const { rerender } = renderWithTexts(<Table {...BASICS} columns={columns} rowCount={3} />);
  expect(drawn).toContain("1");
  drawn.length = 0;
  const others = PAGES.map(({ id, ...page }) => ({ ...page, id: `${id}0` }));
  rerender(<Table {...BASICS} columns={columns} rows={others} rowCount={30} />);
  expect(new Set(drawn)).toEqual(new Set(["10", "20", "30"]));
});

it("shows what an empty table says now", () => {
  const { rerender } = renderWithTexts(<Table {...BASICS} rows={[]} empty="Nothing yet" />);
  expect(screen.getByText("Nothing yet")).toBeVisible();
  rerender(<Table {...BASICS} rows={[]} empty="Nothing found" />);
  expect(screen.getByText("Nothing found")).toBeVisible();
  expect(screen.queryByText("Nothing yet")).toBeNull();
});

/** From a row to the score column's head, then its resize handle. */
const TO_SCORE = "{ArrowUp}{ArrowRight}{ArrowRight}";
const TO_WIDTH = "{ArrowRight}{Enter}";

it("keeps the width of the column that was made wider, once, and lets the others fill the room", async () => {
  const { user, onLayout } = renderPages();
  const filling = widthOf("Page");
  await user.tab();
  await user.tab();
  await user.keyboard(`${TO_SCORE}${TO_WIDTH}{ArrowRight}{ArrowRight}{ArrowRight}`);
  expect(widthOf("Score")).toBe(150);
  expect(widthOf("Page")).toBe(filling);
  expect(onLayout).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(onLayout).toHaveBeenCalledExactlyOnceWith({ hidden: [], widths: { score: 150 } });
  expect(widthOf("Score")).toBe(150);
  expect(widthOf("Page")).toBe(filling - 30);

  const handle = screen.getByRole("slider", { name: /Column width Score/ });
  await user.dblClick(handle);
  expect(onLayout).toHaveBeenLastCalledWith({ hidden: [], widths: {} });
  expect(widthOf("Score")).toBe(120);
});

it("leaves room between figures and the texts after them", () => {
  const columns = COLUMNS.map((column) => (column.id === "score" ? { ...column, align: "figures" as const } : column));
  renderPages({ columns });
  expect(widthOf("Number")).toBe(90 + 24 + 10);
});

it("keeps widths itself without a layout", async () => {
  const user = userEvent.setup();
  renderWithTexts(<Table {...BASICS} />);
  await user.tab();
  await user.keyboard(`${TO_SCORE}${TO_WIDTH}{ArrowRight}{Enter}`);
  expect(widthOf("Score")).toBe(130);
});

it("sorts by the keyboard", async () => {
  const onSort = vi.fn();
  const columns = COLUMNS.map((column) => ({ ...column, allowsSorting: true, note: "The service may be slow." }));
  const { user } = renderPages({ columns, onSort, sort: { column: "score", direction: "ascending" } });
  expect(screen.getByRole("columnheader", { name: "Score. The service may be slow." })).toBeVisible();
  await user.tab();
  await user.tab();
  await user.keyboard(`${TO_SCORE}{Enter}`);
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ column: "score", direction: "descending" });
});

it.each([
  ["ContextMenu", "{ContextMenu}"],
  ["Shift and F10", "{Shift>}{F10}{/Shift}"],
])("opens the menu of the row by %s and gives the focus back", async (_, keys) => {
  const remove = vi.fn();
  const { user } = renderPages({
    rowMenu: ({ address }) => <MenuItem label={`Delete ${address}`} onAction={() => remove(address)} />,
  });
  act(() => row("two.example").focus());
  await user.keyboard(keys);
  const menu = screen.getByRole("menu", { name: "Actions for two.example/" });
  expect(within(menu).getByRole("menuitem", { name: "Delete two.example/" })).toHaveFocus();
  await expectAccessible();
  await user.keyboard("{Escape}");
  expect(menu).not.toBeInTheDocument();
  await waitFor(() => expect(row("two.example")).toHaveFocus());
  expect(remove).not.toHaveBeenCalled();

  await user.keyboard(keys);
  await user.keyboard("{Enter}");
  expect(remove).toHaveBeenCalledExactlyOnceWith("two.example/");
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  await waitFor(() => expect(row("two.example")).toHaveFocus());
});

it("opens the menu of the row under the pointer, without opening or selecting the row", async () => {
  const [onOpen, onSelect] = [vi.fn(), vi.fn()];
  const { user } = renderPages({
    rowMenu: ({ address }) => <MenuItem label={`Delete ${address}`} />,
    onOpen,
    onSelect,
    selected: new Set(["1"]),
  });
  await user.pointer({ keys: "[MouseRight]", target: screen.getByText("three.example/") });
  expect(screen.getByRole("menuitem", { name: "Delete three.example/" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(row("three.example")).toHaveFocus());
  expect(onOpen).not.toHaveBeenCalled();
  expect(onSelect).not.toHaveBeenCalled();
});

it("opens the menu of a row below it, not over its text", async () => {
  const { user } = renderPages({ rowMenu: ({ address }) => <MenuItem label={`Delete ${address}`} /> });
  const at = row("two.example");
  vi.spyOn(at, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 100, 800, 36));
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(720);
  await user.pointer({ keys: "[MouseRight]", target: within(at).getByText("two.example/"), coords: { x: 9, y: 110 } });
  expect(screen.getByRole("dialog", { name: "Actions for two.example/" }).style.top).toBe("136px");
});

it("offers the menu of a row by a button at its end", async () => {
  const open = vi.fn();
  const { user } = renderPages({
    onOpen: open,
    rowMenu: ({ address }) => <MenuItem label={`Delete ${address}`} />,
  });
  const button = within(row("two.example")).getByRole("button", { name: "Actions for two.example/" });
  await user.click(button);
  await screen.findByRole("menuitem", { name: "Delete two.example/" });
  expect(button).toHaveAttribute("aria-expanded", "true");
  await expectAccessible();
  await user.keyboard(CLOSE);
  await waitFor(() => expect(button).toHaveFocus());
  expect(open).not.toHaveBeenCalled();
});

it("opens a row by Enter also while rows are selected", async () => {
  const [onOpen, onSelect] = [vi.fn(), vi.fn()];
  const { user } = renderPages({ onOpen, onSelect, selected: new Set(["1"]) });
  row("three.example").focus();
  await user.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("3");
  expect(onSelect).not.toHaveBeenCalled();
});

it("closes the menu of a row that is gone, and has it as the row is by now", async () => {
  const rowMenu = ({ score }: Page) => <MenuItem label={`Score ${score}`} />;
  const pages = (rows: Page[]) => (
    <Pages start={{ hidden: [], widths: {} }} onLayout={() => {}} rowMenu={rowMenu} rows={rows} />
  );
  const { rerender } = renderWithTexts(pages(PAGES));
  await userEvent.setup().pointer({ keys: "[MouseRight]", target: screen.getByText("two.example/") });
  rerender(pages(PAGES.map((page) => ({ ...page, score: page.score + 1 }))));
  expect(screen.getByRole("menuitem", { name: "Score 39" })).toBeVisible();
  rerender(pages(PAGES.filter(({ id }) => id !== "2")));
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
});

it("says of a row what will happen to it, as part of its name", async () => {
  const { rerender } = renderWithTexts(<Pages start={{ hidden: [], widths: {} }} onLayout={() => {}} />);
  expect(screen.queryByRole("row", { name: /Will be deleted/ })).not.toBeInTheDocument();
  const pendingOf = ({ id }: Page) => (id === "2" ? "Will be deleted" : undefined);
  rerender(<Pages start={{ hidden: [], widths: {} }} onLayout={() => {}} pendingOf={pendingOf} />);
  expect(screen.getAllByRole("row", { name: /Will be deleted/ })).toEqual([row("two.example")]);
  await expectAccessible();
});

it("says what is to be said of a row, and draws it as usual", async () => {
  const noteOf = ({ id }: Page) => (id === "2" ? "Still public" : undefined);
  renderWithTexts(<Pages start={{ hidden: [], widths: {} }} onLayout={() => {}} noteOf={noteOf} />);
  const [noted, ...others] = screen.getAllByRole("row", { name: /Still public/ });
  expect([noted, ...others]).toEqual([row("two.example")]);
  expect(noted?.className).toBe(row("one.example").className);
  await expectAccessible();
});

it.each([
  [1000, "static", "static"],
  [900, "absolute", "static"],
  [600, "absolute", "absolute"],
])("shows in %d pixels a note of the open row and one of another as text or as a mark", (width, ofOpen, ofOther) => {
  applyStyles("components/tables/grid/Grid.module.css");
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  const noteOf = ({ id }: Page) => (id === "3" ? undefined : `Note ${id}`);
  renderPages({ noteOf, openId: "1" });
  const placeOf = (text: string) => getComputedStyle(screen.getByText(text)).position || "static";
  expect([placeOf("Note 1"), placeOf("Note 2")]).toEqual([ofOpen, ofOther]);
});

it("puts more rows into the same room when they are compact", () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ id: String(at), address: `page-${at}.example/`, score: at }));
  const count = (density: "comfortable" | "compact") => {
    const { unmount } = renderWithTexts(
      <Pages start={{ hidden: [], widths: {} }} onLayout={() => {}} rows={many} density={density} />,
    );
    const rows = screen.getAllByRole("rowheader").length;
    unmount();
    return rows;
  };
  const [comfortable, compact] = [count("comfortable"), count("compact")];
  expect(comfortable).toBeLessThan(100);
  expect(compact).toBeGreaterThan(comfortable);
});

it("heads groups with lower rows than theirs", () => {
  renderPages({ hasTwoLines: true, groupOf: ({ id }) => (id === "1" ? "High" : "Low") });
  const heightOf = (name: string) => screen.getByRole("row", { name: new RegExp(name) }).style.height;
  expect([heightOf("High"), heightOf("one.example"), heightOf("Low")]).toEqual(["40px", "54px", "40px"]);
});

it("says beside the heading of a group what is known of it", () => {
  renderPages({
    groupOf: ({ id }) => (id === "1" ? "High" : "Low"),
    groupNoteOf: (group) => (group === "High" ? "1 page" : undefined),
  });
  expect(screen.getByRole("row", { name: "High 1 page" })).toBeVisible();
  expect(screen.getByRole("row", { name: "Low" })).toBeVisible();
});
