import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeProblem } from "../../host";
import { renderWithTexts } from "../../test/texts";
import { RowNotices } from "./RowNotices";
import type { List } from "./use-list";

it("gives the rows of a library that can’t be read the age that the footer gives them", () => {
  const page = { rows: [], number: 1, total: 0, offset: 0, has_next: false, unreadable: [] };
  const list: List<never> = {
    isOfLibrary: true,
    isLibraryEmpty: false,
    page: { ...page, sort_ignored: false, filter_ignored: false },
    isCurrent: true,
    knownAt: "2026-03-05T10:00:00Z",
    age: "2026-03-05T10:00:00Z",
    ignored: null,
    readAt: Date.parse("2026-03-07T10:00:00Z"),
    problem: makeProblem("library_failed"),
    isReading: false,
    isStale: false,
    read: () => {},
  };
  renderWithTexts(<RowNotices list={list} />);
  expect(screen.getByRole("alert")).toHaveTextContent(/results from .*\b5\b/);
});
