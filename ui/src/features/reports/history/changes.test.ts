import { i18n } from "@lingui/core";
import { expect, it } from "vitest";
import type { ReportRow, Snapshot } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { atRecordedTime } from "../../../test/recorded-time";
import { aspectsOf, chosenPair, momentTexts } from "./changes";

// Moments of another year than this one have it.
atRecordedTime();

const row = seededReports(0, 1)[0]?.row as ReportRow;

function snapshot(number: number, change: Partial<ReportRow> = {}, failed: number | null = 3): Snapshot {
  return { number, seen_at: `2026-11-0${number}T10:00:00Z`, row: { ...row, ...change }, failed };
}

it("tells all that differs from the snapshot before, but the checks", () => {
  const before = snapshot(1, { score: 80, verdict: "good", privacy: "private" });
  expect(aspectsOf(snapshot(2, { score: 40, verdict: "bad", privacy: "public" }), before)).toEqual([
    "verdict",
    "score",
    "privacy",
  ]);
  expect(aspectsOf(snapshot(2, { score: 80, verdict: "decent", privacy: "private" }), before)).toEqual(["verdict"]);
  expect(aspectsOf({ ...before, number: 2, row: { ...before.row, address: "other.example" } }, before)).toEqual([
    "address",
  ]);
  expect(aspectsOf({ ...before, number: 2 }, before)).toEqual([]);
});

it("tells moments apart, in no more words than that takes", () => {
  const at = (...times: string[]) => times.map((time) => ({ ...snapshot(1), seen_at: `2026-11-${time}Z` }));
  const moment = (time: string, ...others: string[]) => {
    const [first, ...rest] = at(time, ...others);
    return momentTexts(i18n, [...(first ? [first] : []), ...rest])(first?.seen_at ?? "");
  };
  const short = moment("18T10:00:00", "16T10:00:00");
  const minute = moment("18T10:00:00", "18T10:05:00");
  expect(short.text).toBe(short.day);
  expect(minute.text.length).toBeGreaterThan(short.text.length);
  expect(moment("18T10:00:05", "18T10:00:35").text).not.toBe(moment("18T10:00:35", "18T10:00:05").text);
});

it("is as precise as the moment it is shown with", () => {
  const year = new Date().getFullYear();
  const [day, sameDay, other] = [`${year}-01-18T10:00:00Z`, `${year}-01-18T12:05:00Z`, `${year}-01-20T10:00:00Z`];
  const snapshots = [day, sameDay, other].map((seen_at) => ({ ...snapshot(1), seen_at }));
  const momentOf = momentTexts(i18n, snapshots);
  expect(momentOf(other).rest).toBeNull();
  expect(momentOf(other, [day, other]).rest).not.toBeNull();
});

it("has the day of each moment apart from its year and time, so that days line up", () => {
  const at = (...times: string[]) => times.map((seen_at) => ({ ...snapshot(1), seen_at }));
  const year = new Date().getFullYear();
  const [day, sameDay, earlier] = [`${year}-01-18T10:00:00Z`, `${year}-01-18T12:05:00Z`, `${year - 1}-01-18T10:00:00Z`];
  const moment = (of: string, ...others: string[]) => momentTexts(i18n, at(of, ...others))(of);
  expect(moment(day).rest).toBeNull();
  for (const other of [moment(day, sameDay), moment(earlier, day)]) {
    expect(other.day).toBe(moment(day).day);
    expect(other.rest).not.toBeNull();
  }
  expect(moment(earlier, day).rest).toContain(String(year - 1));
});

it("compares the latest two unless others are asked for, the earlier one first", () => {
  const snapshots = [3, 2, 1].map((number) => snapshot(number));
  const numbers = (wanted: Parameters<typeof chosenPair>[1]) =>
    chosenPair(snapshots, wanted)?.map(({ number }) => number);
  expect(numbers({})).toEqual([2, 3]);
  expect(numbers({ before: 1, after: 3 })).toEqual([1, 3]);
  expect(numbers({ before: 3, after: 1 })).toEqual([1, 3]);
  expect(numbers({ before: 77, after: 1 })).toEqual([1, 2]);
  expect(numbers({ before: 2, after: 2 })).toEqual([2, 3]);
  expect(chosenPair(snapshots.slice(2), {})).toBeNull();
});
