import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("exports", () => {
  const on = setUp();

  it("are tables and workbooks, and a workbook is a source of pages again", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
    const answer = await service.fetch("/api/v1/reports?search=harbour");
    const { total } = ((await answer.json()) as { meta: { total: number } }).meta;

    await screen.goTo(`/c/${connection}/reports?search=harbour`);
    await screen.column("Page", (pages) => pages.length > 0 && pages.every((page) => page.includes("harbour")));
    const save = async (format: string, file: string) => {
      await screen.choose("View", "Export");
      await screen.mark(format);
      await screen.press("Export…");
      await app.saveAs(file);
      await screen.shows("rows saved");
      await until(`the file ${file}`, () => existsSync(file));
    };
    const table = join(machine.serviceFolder, "harbour.csv");
    await save("CSV", table);
    const [head = "", ...rows] = readFileSync(table, "utf8").trimEnd().split(/\r?\n/);
    assert.match(head, /Page URL/);
    assert.equal(rows.length, total);
    assert.ok(rows.every((row) => row.includes("harbour")));

    const workbook = join(machine.serviceFolder, "harbour.xlsx");
    await save("Excel workbook", workbook);
    assert.equal(readFileSync(workbook).subarray(0, 2).toString("latin1"), "PK");

    await screen.goTo(`/c/${connection}/batches/new`);
    await screen.press("Choose file…");
    await app.openFile(workbook);
    await until("the pages of the workbook", async () => /\b[1-9]\d* pages?\b/.test(await screen.text()));
    await screen.shows("harbour");
    await app.expectAccessible("a workbook as a source");
    assert.deepEqual(machine.filesWith(service.key), [], "no key in any file");
    await app.close();
  });
});
