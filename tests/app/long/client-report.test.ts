import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("client reports", () => {
  const on = setUp();

  it("makes one of a list and of a report, under the sender’s name, as HTML and as PDF", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
    await screen.lists(240);

    await screen.goTo("/settings?section=branding");
    await screen.type("Your name", "Brightleaf & Söhne");
    await until("the name to be saved", () => machine.filesWith("Brightleaf & Söhne").length > 0);

    await screen.goTo(`/c/${connection}/reports?search=harbour`);
    await screen.column("Page", (pages) => pages.length > 0 && pages.every((page) => page.includes("harbour")));
    await screen.choose("View", "Client report");
    await screen.shows("Language of the report");
    await app.expectAccessible("the dialog of a client report");
    await screen.type("Title", "Harbour <museum>");
    await screen.choose("English", "العربية");
    const page = join(machine.serviceFolder, "harbour.html");
    await screen.press("Save…");
    await app.saveAs(page);
    await screen.shows("Client report saved");
    await until("the file", () => existsSync(page));
    const html = readFileSync(page, "utf8");
    assert.match(html, /<html lang="ar" dir="rtl">/);
    assert.match(html, /Brightleaf &amp; Söhne/);
    assert.match(html, /Harbour &lt;museum&gt;/);
    assert.match(html, /default-src 'none'/);
    assert.doesNotMatch(html, /<script/);
    assert.ok(html.split("<tr>").length > 2, "a row of each page");

    await screen.goTo(`/c/${connection}/reports/240`);
    await screen.choose("More actions", "Client report");
    await screen.shows("Language of the report");
    await screen.mark("PDF");
    const printed = join(machine.serviceFolder, "report.pdf");
    await screen.press("Save…");
    await app.saveAs(printed);
    await until("the PDF", () => existsSync(printed));
    const pdf = readFileSync(printed);
    assert.equal(pdf.subarray(0, 5).toString("latin1"), "%PDF-");
    assert.ok(pdf.length > 10_000, "more than an empty page");
    assert.deepEqual(machine.filesWith(service.key), [], "no key in any file");
    await app.close();
  });
});
