import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { Pager } from "./Pager";

const NOT_IGNORED = { sort_ignored: false, filter_ignored: false };

const pager = (rows: number, has_next = false, number = 1, total: number | null = rows) =>
  renderWithTexts(
    <Pager
      page={{ rows: Array(rows).fill({}), unreadable: [], number, offset: 0, total, has_next, ...NOT_IGNORED }}
      countOf={(count) => `${count} pages`}
      onPage={() => {}}
    />,
  );

it("turns pages only where there are others", () => {
  const { unmount } = pager(12);
  expect(screen.getByText("12 pages")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  pager(25, true);
  expect(screen.getByRole("button", { name: "Previous page" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Next page" })).toBeEnabled();
});

it("says how many there are, and which of them a page of several shows", () => {
  const text = (...page: Parameters<typeof pager>) => {
    const { unmount } = pager(...page);
    const text = screen.queryByRole("contentinfo")?.firstElementChild?.textContent;
    unmount();
    return text;
  };
  expect(text(10)).toBe("10 pages");
  expect(text(25, true, 1, 240)).toBe("240 pages·1–25");
  expect(text(25, true, 1, null)).toBe("1–25");
  // A footer without text would still take up room.
  expect(text(0)).toBeUndefined();
});
