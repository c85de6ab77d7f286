import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { DEFAULT_LAYOUT, useColumnWidths } from "./column-layout";

const COLUMNS = [
  { id: "score", defaultWidth: 54, minWidth: 54 },
  { id: "page", minWidth: 140 },
  { id: "difference", defaultWidth: 100, minWidth: 64 },
];

const widthsIn = (room: number, layout = DEFAULT_LAYOUT) =>
  renderHook(() => useColumnWidths({ columns: COLUMNS, layout, onLayout: () => {}, room, isSelectable: false })).result
    .current.widths;

it("makes columns narrower before one is beyond the edge", () => {
  expect(widthsIn(400)).toEqual([78, 198, 124]);
  expect(widthsIn(312)).toEqual([78, 140, 94]);
  expect(widthsIn(200)).toEqual([78, 140, 88]);
});

it("keeps widths that the user chose", () => {
  expect(widthsIn(312, { hidden: [], widths: { difference: 120 } })).toEqual([78, 140, 120]);
});
