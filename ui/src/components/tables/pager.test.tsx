import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { Pager } from "./Pager";

const NOT_IGNORED = { sort_ignored: false, filter_ignored: false };

const pager = (rows: number, has_next = false, number = 1) =>
  renderWithTexts(
    <Pager
      page={{ rows: Array(rows).fill({}), unreadable: [], number, offset: 0, total: rows, has_next, ...NOT_IGNORED }}
      perPage={25}
      onPerPage={() => {}}
      onPage={() => {}}
    />,
  );

it("turns pages only where there are others", async () => {
  pager(25, true);
  expect(screen.getByRole("button", { name: "Previous page" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Next page" })).toBeEnabled();
});

it("offers other page sizes only where they show other rows", async () => {
  const { unmount } = pager(12);
  expect(await screen.findByRole("button", { name: /Rows per page/ })).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
  unmount();
  pager(10);
  expect(screen.getByText("1–10 of 10")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
