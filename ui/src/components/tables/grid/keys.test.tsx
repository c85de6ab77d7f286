import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { rowOf } from "../../../test/rows";
import { renderWithTexts } from "../../../test/texts";
import { LinkCell } from "../cells";
import { Grid, Table, type TableColumn, type TableProps } from "../Table";

beforeAll(Grid.load);

type Page = { id: string; address: string };

const NAMES = ["apple", "apricot", "banana", "cherry", "cranberry", "date"];
const PAGES = NAMES.map((name): Page => ({ id: name, address: `${name}.example/` }));
const MANY = Array.from({ length: 500 }, (_, at): Page => ({ id: String(at), address: `page-${at}.example/` }));

const COLUMNS: TableColumn<Page>[] = [
  {
    id: "address",
    label: "Page",
    isRowHeader: true,
    allowsSorting: true,
    render: ({ id, address }) => <LinkCell title={address} onPress={() => followed(id)} />,
  },
  { id: "length", label: "Length", defaultWidth: 120, render: ({ address }) => address.length },
];

const followed = vi.fn();

function Pages({ from = [], ...props }: { from?: string[] } & Partial<TableProps<Page>>) {
  const [selected, setSelected] = useState<Selection>(new Set(from));
  return (
    <>
      <button type="button">Before</button>
      <Table
        aria-label="Pages"
        columns={COLUMNS}
        rows={PAGES}
        idOf={({ id }) => id}
        rowLabel={({ address }) => address}
        selected={selected}
        onSelect={setSelected}
        {...props}
      />
      <button type="button">After</button>
    </>
  );
}

function start(props: Parameters<typeof Pages>[0] = {}) {
  const { rerender } = renderWithTexts(<Pages {...props} />);
  return { user: userEvent.setup(), show: (other: Parameters<typeof Pages>[0]) => rerender(<Pages {...other} />) };
}

const selected = () => screen.queryAllByRole("row", { selected: true }).map((row) => row.dataset.key);
/** A cell without anything that takes the focus or a press. */
const lengthIn = (name: string) => within(rowOf(name)).getByText(`${name}.example/`.length);
const focusedRow = () => (document.activeElement as HTMLElement).dataset.key;

it("takes Tab as one place, from either side, and comes back to the row with the latest focus", async () => {
  const { user } = start();
  await user.tab();
  await user.tab();
  expect(focusedRow()).toBe("apple");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(focusedRow()).toBe("banana");
  await user.tab();
  expect(screen.getByRole("button", { name: "After" })).toHaveFocus();
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(screen.getByRole("button", { name: "Before" })).toHaveFocus();
  await user.tab();
  expect(focusedRow()).toBe("banana");
});

it("has the rows of a new place before it is painted", () => {
  start({ rows: MANY });
  const scroller = screen.getByRole("grid").parentElement as HTMLElement;
  scroller.scrollTop = 300 * 36;
  // Without the test library, which would wait for the rows.
  scroller.dispatchEvent(new Event("scroll"));
  expect(rowOf("300")).toBeInTheDocument();
});

it("scrolls with the whole screen where that scrolls", async () => {
  const style = document.createElement("style");
  style.textContent = "main { overflow-y: auto } main div { --scrolled-by: screen }";
  document.head.append(style);
  onTestFinished(() => style.remove());
  renderWithTexts(
    <main>
      <Pages rows={MANY} />
    </main>,
  );
  const around = screen.getByRole("main");
  // The table begins 200 pixels below the top of the screen.
  const above = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return new DOMRect(0, this === around ? 0 : 200 - around.scrollTop);
  });
  around.scrollTop = 200 + 300 * 36;
  around.dispatchEvent(new Event("scroll"));
  expect(rowOf("300")).toBeInTheDocument();
  rowOf("300").focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(focusedRow()).toBe("299");
  expect(around.scrollTop).toBe(200 + 299 * 36);
  above.mockRestore();
});

it("begins with the first row that is selected", async () => {
  const { user } = start({ from: ["cherry"] });
  await user.tab();
  await user.tab();
  expect(focusedRow()).toBe("cherry");
});

it("leads through a row by the arrow keys, to what its cells have or to the cells, and back to the row", async () => {
  const { user } = start();
  rowOf("banana").focus();
  const row = within(rowOf("banana"));
  await user.keyboard("{ArrowRight}");
  expect(row.getByRole("checkbox")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(row.getByRole("link")).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(followed).toHaveBeenCalledExactlyOnceWith("banana");
  await user.keyboard("{ArrowRight}");
  expect(lengthIn("banana")).toHaveFocus();
  await user.keyboard("{ArrowDown}");
  expect(lengthIn("cherry")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(focusedRow()).toBe("cherry");
  await user.keyboard("{ArrowLeft}");
  expect(lengthIn("cherry")).toHaveFocus();
});

it("goes the other way where the text does", async () => {
  document.documentElement.dir = "rtl";
  document.body.style.direction = "rtl";
  const { user } = start();
  rowOf("apple").focus();
  await user.keyboard("{ArrowLeft}");
  expect(within(rowOf("apple")).getByRole("checkbox")).toHaveFocus();
  document.documentElement.removeAttribute("dir");
  document.body.removeAttribute("style");
});

it("reaches rows out of view, and keeps the focused one in the page", async () => {
  const { user } = start({ rows: MANY });
  await user.tab();
  await user.tab();
  await user.keyboard("{End}");
  expect(focusedRow()).toBe("499");
  await user.keyboard("{PageUp}");
  expect(Number(focusedRow())).toBeLessThan(499 - 5);
  await user.keyboard("{Home}");
  expect(focusedRow()).toBe("0");
  expect(document.querySelector("[data-key='499']")).toBeNull();
  await user.keyboard("{PageDown}");
  expect(Number(focusedRow())).toBeGreaterThan(5);
});

it("finds rows by the first letters of their texts", async () => {
  const { user } = start();
  rowOf("apple").focus();
  await user.keyboard("c");
  expect(focusedRow()).toBe("cherry");
  await user.keyboard("r");
  expect(focusedRow()).toBe("cranberry");
});

it("leaves Space to a box also after letters", async () => {
  const { user } = start();
  rowOf("apple").focus();
  await user.keyboard("c{ArrowRight} ");
  expect(selected()).toEqual(["cherry"]);
});

it("selects by Space, Shift and the arrow keys, and all; Escape clears", async () => {
  const { user } = start();
  rowOf("apricot").focus();
  await user.keyboard(" ");
  expect(selected()).toEqual(["apricot"]);
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(selected()).toEqual(["apricot", "banana", "cherry"]);
  await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
  expect(selected()).toEqual(["apricot", "banana"]);
  await user.keyboard("{Escape}");
  expect(selected()).toEqual([]);
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(selected()).toEqual(["banana", "cherry"]);
  await user.keyboard("{Control>}a{/Control}");
  expect(selected()).toEqual(NAMES);
});

it("opens a row by a click, and selects with Ctrl, Shift, or while others are selected", async () => {
  const onOpen = vi.fn();
  const { user } = start({ onOpen });
  const press = (name: string) => user.click(lengthIn(name));
  await press("apple");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("apple");
  await user.keyboard("{Control>}");
  await press("apricot");
  await user.keyboard("{/Control}{Shift>}");
  await press("cranberry");
  await user.keyboard("{/Shift}");
  expect(selected()).toEqual(["apricot", "banana", "cherry", "cranberry"]);
  await press("banana");
  expect(selected()).toEqual(["apricot", "cherry", "cranberry"]);
  await user.click(within(rowOf("date")).getByRole("link"));
  expect(followed).toHaveBeenLastCalledWith("date");
  expect(selected()).toEqual(["apricot", "cherry", "cranberry"]);
  expect(onOpen).toHaveBeenCalledOnce();
});

it("selects by boxes, and all or none by the one of the head", async () => {
  const { user } = start({ onOpen: vi.fn() });
  const all = screen.getByRole("checkbox", { name: "Select all" });
  await user.click(screen.getByRole("checkbox", { name: "Select banana.example/" }));
  expect(selected()).toEqual(["banana"]);
  expect(all).toBePartiallyChecked();
  await user.click(all);
  expect(selected()).toEqual(NAMES);
  expect(all).toBeChecked();
  await user.click(all);
  expect(selected()).toEqual([]);
});

it("leaves the focus to the row in place of one that is gone, but takes it from nowhere else", () => {
  const { show } = start();
  act(() => rowOf("banana").focus());
  show({ rows: PAGES.filter(({ id }) => id !== "banana") });
  expect(focusedRow()).toBe("cherry");
  show({ rows: PAGES.slice(0, 2) });
  expect(focusedRow()).toBe("apricot");
  const after = screen.getByRole("button", { name: "After" });
  act(() => after.focus());
  show({ rows: PAGES.slice(0, 1) });
  expect(after).toHaveFocus();
});

it("sorts by a click on a head, and the other way by the next", async () => {
  const onSort = vi.fn();
  const { user, show } = start({ onSort });
  const head = screen.getByRole("columnheader", { name: "Page" });
  expect(head).toHaveAttribute("aria-sort", "none");
  await user.click(within(head).getByText("Page"));
  expect(onSort).toHaveBeenLastCalledWith({ column: "address", direction: "ascending" });
  show({ onSort, sort: { column: "address", direction: "ascending" } });
  expect(head).toHaveAttribute("aria-sort", "ascending");
  await user.click(within(head).getByText("Page"));
  expect(onSort).toHaveBeenLastCalledWith({ column: "address", direction: "descending" });
  await user.click(screen.getByText("Length"));
  expect(onSort).toHaveBeenCalledTimes(2);
});

it("makes a column wider by its dragged handle, without sorting", async () => {
  const onSort = vi.fn();
  const onLayout = vi.fn();
  const { user } = start({ onSort, layout: { hidden: [], widths: {} }, onLayout });
  const handle = screen.getByRole("slider", { name: "Column width Page" });
  const before = Number(handle.getAttribute("aria-valuenow"));
  await user.pointer([
    { keys: "[MouseLeft>]", target: handle, coords: { x: 300, y: 10 } },
    { target: handle, coords: { x: 260, y: 10 } },
  ]);
  expect(handle).toHaveAttribute("aria-valuenow", String(before - 40));
  expect(onLayout).not.toHaveBeenCalled();
  fireEvent.lostPointerCapture(handle);
  expect(onLayout).toHaveBeenCalledExactlyOnceWith({ hidden: [], widths: { address: before - 40 } });
  expect(onSort).not.toHaveBeenCalled();
});
