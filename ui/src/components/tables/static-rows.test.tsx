import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe";
import { renderWithTexts } from "../../test/texts";
import { deferUntilFirstPaint, releaseDeferred } from "../deferred";
import { Table, type TableColumn } from "./Table";

type Page = { id: string; address: string; score: number };

const PAGES: Page[] = [
  { id: "1", address: "one.example/", score: 91 },
  { id: "2", address: "two.example/", score: 38 },
];

const COLUMNS: TableColumn<Page>[] = [
  { id: "address", label: "Page", isRowHeader: true, allowsSorting: true, render: ({ address }) => address },
  { id: "score", label: "Score", defaultWidth: 120, render: ({ score }) => score },
];

beforeAll(deferUntilFirstPaint);

/** Renders a table before the first paint. */
function renderFirst(selected: string[]) {
  const acts = { onOpen: vi.fn(), onSort: vi.fn(), onSelect: vi.fn() };
  const user = userEvent.setup();
  renderWithTexts(
    <main>
      <Table
        aria-label="Pages"
        columns={COLUMNS}
        rows={PAGES}
        idOf={({ id }) => id}
        rowLabel={({ address }) => address}
        selected={new Set(selected)}
        sort={{ column: "address", direction: "ascending" }}
        {...acts}
      />
    </main>,
  );
  const rows = within(screen.getByRole("table", { name: "Pages" })).getAllByRole("row");
  const boxes = rows.map((row) => within(row).getAllByRole("cell")[0] as HTMLElement);
  return { ...acts, user, rows, boxes };
}

// Order matters: once the grid has loaded, there are no static rows.
it("takes what is pressed where rows are selected like the table", async () => {
  const { onOpen, onSelect, user, boxes } = renderFirst(["1"]);
  await user.click(boxes[1] as HTMLElement);
  expect(onSelect).toHaveBeenLastCalledWith(new Set());
  await user.click(screen.getByText("38"));
  expect(onSelect).toHaveBeenLastCalledWith(new Set(["1", "2"]));
  expect(onOpen).not.toHaveBeenCalled();
});

it("shows rows with the first picture, takes what is pressed there, and has the table in their place afterwards", async () => {
  const { onOpen, onSort, onSelect, user, rows, boxes } = renderFirst([]);
  expect(rows.map(({ textContent }) => textContent)).toEqual(["PageScore", "one.example/91", "two.example/38"]);
  await expectAccessible();

  await user.click(screen.getByText("38"));
  expect(onOpen).toHaveBeenLastCalledWith("2");
  await user.click(screen.getByText("Page"));
  expect(onSort).toHaveBeenLastCalledWith({ column: "address", direction: "descending" });
  await user.click(screen.getByText("Score"));
  expect(onSort).toHaveBeenCalledTimes(1);
  await user.click(boxes[2] as HTMLElement);
  expect(onSelect).toHaveBeenLastCalledWith(new Set(["2"]));
  await user.click(boxes[0] as HTMLElement);
  expect(onSelect).toHaveBeenLastCalledWith("all");

  releaseDeferred();
  const grid = within(await screen.findByRole("grid", { name: "Pages" }));
  expect(grid.getByRole("row", { name: /two\.example/ })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(grid.getByText("91"));
  expect(onOpen).toHaveBeenLastCalledWith("1");
});
