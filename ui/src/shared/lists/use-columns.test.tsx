import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { DEFAULT_LAYOUT } from "../../components";
import { labelWidth } from "./label-width";
import { type FittingColumn, useFittingColumns } from "./use-columns";

type Row = { score: number };

const nameOf = () => "name";
const scoreOf = ({ score }: Row) => score;

const columnsWith = (has: (row: Row) => boolean): FittingColumn<Row>[] => [
  { id: "name", label: "Name", room: 100, isRowHeader: true, render: nameOf },
  { id: "other", label: "Other", room: 100, render: nameOf },
  { id: "score", label: "Score", room: 100, render: scoreOf, has },
];

it("keeps the shown columns while other values arrive, unless one gets or loses its values", () => {
  const rows = [{ score: 1 }];
  const { result, rerender } = renderHook(
    (columns: FittingColumn<Row>[]) => useFittingColumns({ columns, rows, width: 0, layout: DEFAULT_LAYOUT }).shown,
    {
      initialProps: columnsWith(() => true),
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    },
  );
  const first = result.current;
  rerender(columnsWith(({ score }) => score > 0));
  expect(result.current).toBe(first);
  rerender(columnsWith(() => false));
  expect(result.current.map(({ id }) => id)).toEqual(["name", "other"]);
});

it("fails if a column has no place among the others", () => {
  const options = { columns: columnsWith(() => true), rows: [], width: 0, layout: DEFAULT_LAYOUT };
  const shown = (order: string[]) =>
    renderHook(() => useFittingColumns({ ...options, order }).shown.map(({ id }) => id), {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    }).result.current;
  expect(shown(["score", "name", "other"])).toEqual(["score", "name", "other"]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => shown(["score", "name"])).toThrow("The order of the columns lacks “other”.");
});

it("fills the room of a column that doesn’t fit with no lesser one", () => {
  const columns = [
    ...columnsWith(() => true),
    { id: "wide", label: "Wide", room: 300, render: nameOf },
    { id: "id", label: "ID", room: 40, render: nameOf },
  ];
  const shown = (width: number) =>
    renderHook(() => useFittingColumns({ columns, rows: [], width, layout: DEFAULT_LAYOUT }).shown, {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    }).result.current.map(({ id }) => id);
  expect(shown(1000)).toEqual(["name", "other", "score", "wide", "id"]);
  expect(shown(600)).toEqual(["name", "other", "score"]);
});

it("narrows a column if that makes room for another", () => {
  const columns: FittingColumn<Row>[] = [
    ...columnsWith(() => true),
    { id: "word", label: "Word", room: 120, narrow: { for: "count", room: 60, render: scoreOf }, render: nameOf },
    { id: "count", label: "Count", room: 80, render: nameOf },
  ];
  const shown = (width: number) =>
    renderHook(() => useFittingColumns({ columns, rows: [], width, layout: DEFAULT_LAYOUT }).shown, {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    }).result.current.map(({ id, render }) => `${id} ${render === scoreOf ? "narrow" : "wide"}`);
  const others = ["name wide", "other wide", "score narrow"];
  expect(shown(556)).toEqual([...others, "word wide", "count wide"]);
  expect(shown(555)).toEqual([...others, "word narrow", "count wide"]);
  expect(shown(496)).toEqual([...others, "word narrow", "count wide"]);
  expect(shown(495)).toEqual([...others, "word wide"]);
});

it("hides a label that needs more room than what a column leaves another", () => {
  const hiddenOf = (label: string, width: number) => {
    const columns: FittingColumn<Row>[] = [
      ...columnsWith(() => true),
      { id: "word", label, room: 120, narrow: { for: "count", room: 60 }, render: nameOf },
      { id: "count", label: "Count", room: 80, render: nameOf },
    ];
    return renderHook(() => useFittingColumns({ columns, rows: [], width, layout: DEFAULT_LAYOUT }).shown, {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    }).result.current.flatMap(({ id, isLabelHidden }) => (isLabelHidden ? id : []));
  };
  expect(hiddenOf("Word", 496)).toEqual([]);
  expect(hiddenOf("Longer word", 496)).toEqual(["word"]);
  expect(hiddenOf("Longer word", 556)).toEqual([]);
});

it("keeps a column narrow that was given less than its room", () => {
  const columns: FittingColumn<Row>[] = [
    ...columnsWith(() => true),
    { id: "word", label: "Word", room: 120, narrow: { for: "count", room: 60, render: scoreOf }, render: nameOf },
    { id: "count", label: "Count", room: 80, render: nameOf },
  ];
  const isNarrow = (word: number) => {
    const options = { columns, rows: [], width: 1000, layout: { hidden: [], widths: { word } } };
    const { result } = renderHook(() => useFittingColumns(options).shown.find(({ id }) => id === "word"), {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    });
    return result.current?.render === scoreOf;
  };
  expect([60, 72, 120, 200].map(isNarrow)).toEqual([true, true, false, false]);
});

it("gives a column the room of its head, with the arrow of a sorted one", () => {
  const label = "A heading of some length";
  const columns: FittingColumn<Row>[] = [
    { id: "name", label: "Name", room: 100, isRowHeader: true, render: nameOf },
    { id: "wide", label: "Wide", room: 300, render: nameOf },
    { id: "start", label, room: 40, render: nameOf },
    { id: "sortedStart", label, room: 40, allowsSorting: true, render: nameOf },
    { id: "end", label, room: 40, align: "end", render: nameOf },
    { id: "sorted", label, room: 40, align: "end", allowsSorting: true, render: nameOf },
  ];
  const { result } = renderHook(
    () => useFittingColumns({ columns, rows: [], width: 0, layout: DEFAULT_LAYOUT }).shown,
    { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> },
  );
  const head = labelWidth(label) + 16;
  const widths = result.current.map(({ defaultWidth }) => defaultWidth);
  expect(widths).toEqual([undefined, 300, head, head + 11, head, head + 17]);
});

it.each(["Score", "Puntuación"])(
  "lets pages begin at the same place in all lists with a column %s before them",
  (label) => {
    const scoreWidth = (hasSelection: boolean, room: number) => {
      const columns: FittingColumn<Row>[] = [
        { id: "name", label: "Name", room: 100, isRowHeader: true, render: nameOf },
        { id: "score", label, room, allowsSorting: hasSelection, render: scoreOf },
      ];
      const options = { columns, order: ["score", "name"], rows: [], width: 0, layout: DEFAULT_LAYOUT, hasSelection };
      return renderHook(() => useFittingColumns(options).shown[0]?.defaultWidth as number, {
        wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
      }).result.current;
    };
    // After a box, no padding is at the start.
    expect(scoreWidth(true, 46)).toBe(scoreWidth(false, 54) - 8);
    // The arrow of a sorted one is as far from the next head as that of any other.
    expect(scoreWidth(true, 46)).toBeGreaterThanOrEqual(labelWidth(label) + 8 + 11);
  },
);

it("keeps the second column whatever its head needs", () => {
  const columns: FittingColumn<Row>[] = [
    { id: "name", label: "Name", room: 100, isRowHeader: true, render: nameOf },
    { id: "score", label: "A heading of some length", room: 40, render: nameOf },
    { id: "date", label: "Date", room: 100, render: nameOf },
  ];
  const { result } = renderHook(
    () => useFittingColumns({ columns, rows: [], width: 300, layout: DEFAULT_LAYOUT, sorted: "date" }).shown,
    { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> },
  );
  expect(result.current.map(({ id }) => id)).toEqual(["name", "score", "date"]);
});

it("lets the sorted column take the place of the second one, but not of one that stays", () => {
  const shown = (width: number, isKept: boolean) => {
    const columns: FittingColumn<Row>[] = [
      { id: "name", label: "Name", room: 180, minWidth: 140, isRowHeader: true, render: nameOf },
      { id: "score", label: "Score", room: 60, isKept, render: nameOf },
      { id: "other", label: "Other", room: 60, render: nameOf },
      { id: "date", label: "Date", room: 100, render: nameOf },
    ];
    const options = { columns, rows: [], width, layout: DEFAULT_LAYOUT, sorted: "date", hasSelection: false };
    const { result } = renderHook(() => useFittingColumns(options).shown, {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    });
    return result.current.map(({ id }) => id);
  };
  expect(shown(290, false)).toEqual(["name", "date"]);
  expect(shown(290, true)).toEqual(["name", "score"]);
  // The name gives way as far as its least width.
  expect(shown(300, true)).toEqual(["name", "score", "date"]);
  expect(shown(400, true)).toEqual(["name", "score", "other", "date"]);
});

it("lets a column grow to its longest value, but leaves half of the room to the first", () => {
  const columns: FittingColumn<Row>[] = [
    { id: "name", label: "Name", room: 200, isRowHeader: true, render: nameOf },
    { id: "score", label: "Score", room: 50, render: scoreOf },
    { id: "value", label: "Value", room: 100, wish: 160, render: nameOf },
  ];
  const widthsIn = (width: number) =>
    renderHook(() => useFittingColumns({ columns, rows: [], width, layout: DEFAULT_LAYOUT, hasSelection: false }), {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    }).result.current.shown.map(({ defaultWidth }) => defaultWidth);
  expect(widthsIn(0)).toEqual([undefined, 50, 100]);
  expect(widthsIn(360)).toEqual([undefined, 50, 100]);
  expect(widthsIn(430)).toEqual([undefined, 50, 132]);
  expect(widthsIn(800)).toEqual([undefined, 50, 160]);
});
