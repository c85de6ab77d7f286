import Papa from "papaparse";
import { expect, it } from "vitest";
import type { Report } from "../../host/contract";
import { seededReports } from "../../host/fake/data";
import { rowsAsCsv } from "./csv";

const rows = seededReports(Date.UTC(2026, 0, 31), 2).map(({ row }) => row);

it("writes a head and a line for each row, which read back as they were", () => {
  const read = Papa.parse<Record<string, string>>(rowsAsCsv(rows), { header: true }).data;
  expect(read).toHaveLength(2);
  expect(read[0]).toMatchObject({
    id: rows[0]?.id,
    address: rows[0]?.address,
    score: String(rows[0]?.score),
    generated_at: rows[0]?.generated_at,
  });
});

it("escapes what a spreadsheet would run, quotes, and lines", () => {
  const [first] = rows as [Report["row"]];
  const address = '=HYPERLINK("https://evil.example")\nnext,one';
  const read = Papa.parse<string[]>(rowsAsCsv([{ ...first, address }])).data;
  expect(read[1]?.[1]).toBe(`'${address}`);
});

it("leaves empty what is not known", () => {
  const [first] = rows as [Report["row"]];
  const [, line] = Papa.parse<string[]>(rowsAsCsv([{ ...first, verdict: null, score: null, project: null }])).data;
  expect(line?.slice(3, 6)).toEqual(["", "", ""]);
});

it("adds the connection and what the library knows to the library's rows", () => {
  const known = {
    connection: "c1",
    seen_at: "2026-01-02T00:00:00Z",
    changed_at: null,
    gone_at: "2026-01-03T00:00:00Z",
    score_before: null,
    verdict_before: null,
    change: null,
  };
  const text = rowsAsCsv(
    rows.map((row) => ({ ...row, known })),
    (id) => `Name of ${id}`,
  );
  const [first] = Papa.parse<Record<string, string>>(text, { header: true }).data;
  expect(first).toMatchObject({
    connection: "Name of c1",
    id: rows[0]?.id,
    seen_at: known.seen_at,
    changed_at: "",
    gone_at: known.gone_at,
  });
});
