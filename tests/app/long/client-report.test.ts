import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { program } from "../../../scripts/lib/paths.mjs";
import { type App, axeSource } from "../harness/app.ts";
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
    await screen.type("Name", "Brightleaf & Söhne");
    await until("the name to be saved", () => machine.filesWith("Brightleaf & Söhne").length > 0);

    await screen.goTo(`/c/${connection}/reports?search=harbour`);
    await screen.column("Page", (pages) => pages.length > 0 && pages.every((page) => page.includes("harbour")));
    await screen.choose("View", "Client report");
    await screen.shows("Report language");
    await app.expectAccessible("the dialog of a client report");
    await screen.type("Title", "Harbour <museum>");
    await screen.choose("English", "العربية");
    const page = join(machine.serviceFolder, "harbour.html");
    await screen.press("Export…");
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
    await screen.shows("Report language");
    await screen.mark("PDF");
    const printed = join(machine.serviceFolder, "report.pdf");
    await screen.press("Export…");
    await app.saveAs(printed);
    await until("the PDF", () => existsSync(printed));
    const pdf = readFileSync(printed);
    assert.equal(pdf.subarray(0, 5).toString("latin1"), "%PDF-");
    assert.ok(pdf.length > 10_000, "more than an empty page");
    assert.deepEqual(machine.filesWith(service.key), [], "no key in any file");
    await app.close();
    const named = ["data", "cache"].map((name) => join(machine.folder, name, basename(program("assay"))));
    assert.deepEqual(named.filter(existsSync), [], "no folder that a removal leaves");
  });
});

/** Why a test must be skipped, if a program isn't there. */
const without = (program: string, ...version: string[]) =>
  spawnSync(program, version).error !== undefined && `${program} is not installed`;

/** The rows of the table of pages. */
function pagesIn(html: string) {
  const [, table = ""] = /<table[^>]* aria-labelledby="pages">.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  return table.split("</tr>").slice(0, -1);
}

/** Fails unless everything is in the file itself. */
function expectSelfContained(html: string) {
  assert.match(html, /default-src 'none'/);
  assert.doesNotMatch(html, /<(script|link|iframe|object|embed|base)\b/i);
  assert.doesNotMatch(html, /\b(src|srcset|poster)="(?!data:)/i);
  assert.doesNotMatch(html, /@import|url\((?!["']?data:)/i);
  for (const [link, target] of html.matchAll(/<use href="([^"]*)"/g)) assert.match(target ?? "", /^#/, link);
}

/** The sender's color, and the one that is as hard to read on white as any with white texts. */
const COLORS = { usual: /#36378f/g, hardest: "#767676" };

/** A copy of a client report that says axe-core's violations in its title, as the report itself runs no script. */
function withAxe(html: string) {
  const open = html
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace(COLORS.usual, COLORS.hardest);
  assert.ok(open.length < html.length && open.includes(COLORS.hardest));
  const run = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => {
    const found = violations.map(({ id, help, nodes }) => [id, help, ...nodes.map(({ html }) => html)].join(" | "));
    document.title = encodeURIComponent(JSON.stringify(found));
  });`;
  return `${open}<script>${axeSource.replaceAll("</script", "<\\/script")}</script><script>${run}</script>`;
}

describe("client reports of many pages", () => {
  // With those that are made before.
  const on = setUp({ shared: true }, ["--delay-ms", "0", "--rate", "100000", "--reports", "997"]);
  const few = ["", "a?of=<b>&copy;", "c"].map((path) => `https://few.example/${path}`);
  let app: App;
  let screen: Screen;
  let connection: string;
  let many: string;
  /** Those of a few pages, of a report, and of two reports. */
  const others: string[] = [];

  before(async () => {
    for (const page of few) await on.service.create(page);
    app = await on.machine.openApp();
    screen = new Screen(app);
    await screen.fillIn({ name: "Many pages", ...on.service, baseUrl: on.service.baseUrl });
    await screen.press("Connect");
    await screen.afterConnecting();
    await screen.lists(1000);
    connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
  });

  const save = async (name: string, format: "HTML" | "PDF") => {
    await screen.shows("Report language");
    await screen.mark(format);
    const file = join(on.machine.serviceFolder, name);
    await screen.press("Export…");
    await app.saveAs(file);
    await until(`the file ${name}`, () => existsSync(file));
    await screen.hides("Report language");
    return file;
  };

  it("are one file each, with every page, that loads nothing", async () => {
    await screen.goTo(`/c/${connection}/reports?search=few.example`);
    await screen.lists(few.length);
    await screen.choose("View", "Client report");
    others.push(await save("few.html", "HTML"));
    const some = readFileSync(others[0] ?? "", "utf8");
    expectSelfContained(some);
    const rows = pagesIn(some);
    assert.equal(rows.length, few.length);
    assert.ok(rows.every((row) => row.includes("few.example")));

    await screen.goTo(`/c/${connection}/reports`);
    await screen.lists(1000);
    await screen.choose("View", "Client report");
    many = await save("many.html", "HTML");
    const all = readFileSync(many, "utf8");
    expectSelfContained(all);
    assert.equal(pagesIn(all).length, 1000);
  });

  it("are made of a report, and of the comparison of two reports and of two moments", async () => {
    await screen.goTo(`/c/${connection}/reports/7`);
    await screen.shows("Checks");
    await screen.choose("More actions", "Client report");
    others.push(await save("one.html", "HTML"));

    await screen.goTo(`/c/${connection}/reports/8`);
    await screen.shows("Checks");
    await screen.goTo(`/c/${connection}/compare?before="7"&after="8"`);
    await screen.press("Client report…");
    const two = await save("two.html", "HTML");
    others.push(two);
    const html = readFileSync(two, "utf8");
    expectSelfContained(html);
    assert.match(html, /Failed only by |No check is known that only one page fails/);

    await screen.goTo(`/c/${connection}/moments?from=30`);
    await screen.press("Client report…");
    assert.equal(pagesIn(readFileSync(await save("moments.html", "HTML"), "utf8")).length, 1000);
  });

  const open = (file: string, ...what: string[]) => {
    const profile = `--user-data-dir=${join(on.machine.folder, "tmp", "chromium")}`;
    const args = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", profile, ...what];
    const { status, stdout, stderr } = spawnSync("chromium", [...args, pathToFileURL(file).href], {
      env: on.machine.env,
      encoding: "utf8",
      maxBuffer: 100_000_000,
      timeout: 60_000,
    });
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /:CONSOLE/);
    return stdout;
  };

  it("are drawn by Chromium without a complaint", { skip: without("chromium", "--version") }, () => {
    const picture = join(on.machine.serviceFolder, "many.png");
    assert.equal(pagesIn(open(many, "--dump-dom")).length, 1000);
    open(many, `--screenshot=${picture}`);
    assert.ok(statSync(picture).size > 10_000, "more than an empty page");
  });

  it("are accessible", { skip: without("chromium", "--version") }, () => {
    assert.equal(others.length, 3);
    for (const file of others) {
      const copy = join(on.machine.serviceFolder, "axe.html");
      writeFileSync(copy, withAxe(readFileSync(file, "utf8")));
      // Time passes as fast as axe-core needs it.
      const dom = open(copy, "--virtual-time-budget=30000", "--dump-dom");
      const [, title = ""] = /<title>([^<]*)<\/title>/.exec(dom) ?? [];
      assert.deepEqual(JSON.parse(decodeURIComponent(title)), [], file);
    }
  });

  it("print texts of a service as texts", { skip: without("pdftotext", "-v") }, async () => {
    const { service } = on;
    const answer = (await (await service.fetch("/api/v1/reports/5")).json()) as {
      data: { url: string; results: Record<string, unknown> };
    };
    const { data } = answer;
    const failed = { passed: false, importance: "high", value: "<b>bold</b>", errors: null };
    data.url = "https://hostile.example/<script>document.title='taken'</script>";
    data.results = { "<script>alert(1)</script>": failed, "one\u202Eeno\u2066 <img src=x onerror=alert(2)>": failed };
    await service.fail({ answer: { status: 200, body: { json: answer } } }, { method: "GET", path: "reports/5" });
    await screen.goTo(`/c/${connection}/reports/5`);
    await screen.shows("<script>alert(1)</script>");
    await screen.choose("More actions", "Client report");
    const file = await save("hostile.pdf", "PDF");
    assert.equal(readFileSync(file).subarray(0, 5).toString("latin1"), "%PDF-");
    // Long words are broken.
    const text = on.machine.run("pdftotext", ["-layout", file, "-"]).replace(/\s+/g, "");
    assert.ok(text.includes("<script>alert(1)</script>"), text);
    assert.ok(text.includes("<script>document.title='taken'</script>"), text);
    assert.ok(text.includes("<imgsrc=xonerror=alert(2)>"), text);
    assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/);
  });
});
