import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import type { Screen } from "../harness/screen.ts";
import { type Scene, type View, view } from "./scene.ts";

const reports = "/c/sample/reports";
// The sample data always starts the same.
const report = `${reports}/240`;
// One that changed often.
const past = `${reports}/235?part=history`;
const projects = "/c/sample/projects";
const project = `${projects}/harbour-dental.example`;
const batches = "/c/sample/batches";

/** A typical list of pages. */
const TABLE = [
  "Page;Privacy;Password",
  "https://shop.example/;private;",
  "shop.example/winter;public;",
  "www.shop.example/winter/;public;",
  "shop.example/members;;tulip-kettle-57",
  "see the other list;;",
  "shop.example/press;only us;",
].join("\n");

const longName = "The pages of every shop, branch and partner that the group has had since nineteen ninety-nine";
const longAddresses = ["overview", "details"].map((page) => {
  return `https://shop.example/a-long-address/${"with-many-words-in-it/".repeat(11)}${page}?and=${"parameters".repeat(3)}`;
});

/** Every screen and dialog, mostly in the sample workspace. */
export const screens: Scene = async (machine, open) => {
  const service = await machine.startSample(["--delay-ms", "0"]);
  const { app, screen } = await open(["--sample"]);
  await screen.shows("Average score");
  await screen.goTo(reports);
  await app.browser.$("[role=rowheader]").waitForExist();
  const steps = stepsOf(app, screen, service);
  const parts = [
    reportViews,
    writeViews,
    settingsViews,
    connectionViews,
    libraryViews,
    batchViews,
    otherViews,
    insightViews,
  ];
  return { app, views: parts.flatMap((viewsOf) => viewsOf(steps)) };
};

function stepsOf(app: App, screen: Screen, service: SampleService) {
  const { browser } = app;

  /** Opens the first row's menu by keyboard: after a right click WebDriver can't type capitals. */
  const openRowMenu = async () => {
    await browser.execute(() => {
      const row = document.querySelector("[role=rowheader]");
      const { x = 0, y = 0 } = row?.getBoundingClientRect() ?? {};
      // A press, so that the menu shows no focus ring.
      row?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 2 }));
      row?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, clientX: x + 120, clientY: y + 20 }));
    });
    await browser.$("[role=menu]").waitForDisplayed();
  };

  const add = async (name: string) => {
    await screen.fillIn({ name, baseUrl: service.baseUrl, key: service.key });
    await screen.press("Connect");
    const twin = screen.button("Connect anyway");
    await until("the overview, or the question whether it is the same service", async () => {
      return (await twin.isExisting()) || (await screen.place()).endsWith("/overview");
    });
    if (await twin.isExisting()) await screen.press("Connect anyway");
    await screen.afterConnecting();
    await browser.$("[role=rowheader]").waitForExist();
  };

  /** Pastes several URLs for a new batch, since WebDriver can't type line breaks. */
  const paste = async (text: string) => {
    await browser.execute((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  };

  /** Searches reports in the palette. */
  const find = async (text: string) => {
    app.press("ctrl+k");
    await browser.$("[role=dialog] input[role=combobox]").waitForExist();
    app.type(text);
    // A report's stamp.
    await browser.$("[role=option][aria-selected=true] [role=img]").waitForExist();
  };

  const saveView = async (name: string) => {
    await screen.choose("View", "Save this view…");
    await screen.type("Name", name);
    await screen.press("Save");
    await browser.$("nav [role=grid] [aria-current=page]").waitForExist();
  };

  const planBatch = async (pages: string) => {
    await paste(pages);
    await screen.press("Review plan");
    await screen.shows("Start batch");
  };

  /** Names a moment of 20 days ago, and leaves the dialog open. */
  const nameMoment = async (name: string) => {
    await screen.goTo("/c/sample/changes?since=30");
    await browser.$("[role=rowheader]").waitForExist();
    await screen.choose("View", "Edit moments…");
    await screen.type("Name", name);
    await screen.setTime("Date and time", new Date(Date.now() - 20 * 24 * 3600 * 1000));
    await screen.press("Add moment");
    await browser.$("section[role=dialog] li").waitForDisplayed();
  };

  /** Makes a plan of a sitemap, which is then remembered, with pages that have no report. */
  const readSitemap = async () => {
    const pages = ["new-patients", "prices", "parking"].map((name) => `https://harbour-dental.example/${name}`);
    const locations = pages.map((page) => `<url><loc>${page}</loc></url>`).join("");
    const site = createServer((_, response) => {
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations}</urlset>`);
    }).listen(0, "127.0.0.1");
    try {
      await once(site, "listening");
      await screen.goTo(`${batches}/new`);
      await screen.press("From sitemap…");
      await screen.type("Sitemap URL", `http://127.0.0.1:${(site.address() as AddressInfo).port}/sitemap.xml`);
      await screen.press("Load");
      await screen.press("Review plan");
      await screen.shows("Start batch");
    } finally {
      site.close();
    }
  };

  return {
    ...{ app, browser, screen, service, openRowMenu, add, paste, find, saveView, planBatch },
    ...{ nameMoment, readSitemap },
  };
}

type Steps = ReturnType<typeof stepsOf>;

/** Lists and reports, with their history. */
const reportViews = ({ browser, screen, openRowMenu }: Steps): View[] => [
  { name: "welcome", place: "/welcome" },
  { name: "reports", place: reports },
  { name: "reports-filtered", place: `${reports}?search=example&result=bad&sort_by=generated_at&sort=asc` },
  { name: "reports-duplicates", place: `${reports}?duplicates=every` },
  { name: "reports-empty", place: `${reports}?search=%22nothing%20like%20this%22` },
  {
    name: "reports-selected",
    place: reports,
    act: async () => screen.pressAt("[role=columnheader] span:has(> input)"),
  },
  { name: "reports-columns", place: reports, act: () => screen.choose("View", "Columns") },
  { name: "reports-row-menu", overlay: "menu", place: reports, act: openRowMenu },
  { name: "report", place: report },
  view("report-details", `${report}?part=details`, () => screen.unfold("JSON")),
  view("report-check", report, async () => {
    await screen.pressAt("aside h4 button");
    await browser.$("aside dl dd").waitForDisplayed();
  }),
  { name: "report-missing", place: `${reports}/99999` },
  { name: "history-first", place: `${reports}/239?part=history` },
  { name: "history", place: past },
  view("comparison", past, async () => {
    await screen.press("Compare");
    await screen.shows("What changed");
  }),
  { name: "comparison-of-two", place: "/c/sample/compare?before=%22239%22&after=%22240%22" },
  { name: "moments", place: "/c/sample/moments?from=30" },
  view("snapshot", past, async () => {
    await screen.pressAt("aside ol li:last-child button");
    await browser.$("h3 time").waitForExist();
  }),
];

/** Changes of reports and projects. */
const writeViews = ({ browser, screen }: Steps): View[] => [
  {
    name: "reports-privacy",
    overlay: "dialog",
    place: reports,
    act: async () => {
      await screen.pressAt("[role=columnheader] span:has(> input)");
      // A narrow bar has it in its menu.
      if (await screen.button("Privacy…").isExisting()) await screen.press("Privacy…");
      else await screen.choose("More actions", "Privacy…");
      await screen.mark("Password");
    },
  },
  { name: "privacy", overlay: "menu", place: report, act: () => screen.press("Privacy: Public") },
  { name: "new-report", overlay: "dialog", place: reports, act: () => screen.press("New report") },
  { name: "projects", place: projects },
  view("project", project, async () => {
    await browser.$("main [role=group] svg").waitForExist();
  }),
  view("project-reports", `${project}/reports`, async () => {
    await browser.$("[role=rowheader]").waitForExist();
  }),
  view("project-report", `${project}/reports`, async () => {
    await screen.pressAt("[role=rowheader] [role=link]");
    await browser.$("aside h3").waitForExist();
  }),
  view("project-fix-list", `${project}/fix-list`, async () => {
    await browser.$("main h3").waitForExist();
  }),
  { name: "project-changes", place: `${project}/changes?since=30` },
  {
    name: "delete-project",
    overlay: "dialog",
    place: projects,
    act: () => screen.choose("Actions for harbour-dental.example", "Delete project…"),
  },
  {
    name: "client-report",
    overlay: "dialog",
    place: reports,
    act: () => screen.choose("View", "Client report…"),
  },
  { name: "delete-waiting", place: report, act: () => screen.choose("More actions", "Delete") },
];

const settingsViews = ({ screen }: Steps): View[] => [
  ...["general", "appearance", "sync", "batches", "notifications", "branding", "keyboard", "data", "about"].map(
    (section) => ({
      name: `settings-${section}`,
      place: `/settings?section=${section}`,
    }),
  ),
  {
    name: "diagnostics",
    overlay: "dialog",
    place: "/settings?section=about",
    act: () => screen.press("Diagnostics…"),
  },
  {
    name: "remove-everything",
    overlay: "dialog",
    place: "/settings?section=data",
    act: () => screen.press("Delete all Assay data…"),
  },
  { name: "notices", place: "/settings/notices" },
  {
    name: "clear-library",
    overlay: "dialog",
    place: "/settings?section=data",
    act: () => screen.press("Clear library…"),
  },
];

const connectionViews = ({ browser, screen, service, add }: Steps): View[] => [
  view("new-connection", "/connections/new", async () => {
    await screen.fillIn({ name: "My pages", baseUrl: service.baseUrl, key: service.key });
    await screen.unfold("Advanced network settings");
    await screen.press("Test connection");
    await screen.shows("Connection OK");
  }),
  view("connection-to-edit", "/connections/new", async () => {
    await add("My pages");
    await screen.goTo("/connections");
    await screen.choose("Actions for My pages", "Edit");
  }),
  { name: "connections", place: "/connections" },
  view("check", "/connections/new", async () => {
    await add("Checked pages");
    await screen.goTo("/connections");
    await screen.choose("Actions for Checked pages", "Test");
    await screen.shows("Connection OK");
  }),
  view("long-texts", "/connections/new", async () => {
    for (const address of longAddresses) await service.create(address);
    await add(longName);
    await screen.openRow("a-long-address");
  }),
  view("report-gone", "/connections/new", async () => {
    await add("Pages of which one goes");
    await service.fetch("/api/v1/reports/237", { method: "DELETE" });
    await screen.goTo(`${(await screen.place()).slice(1)}/237`);
    await browser.$("aside [class*=_notice]:not([class*=_notices])").waitForExist();
  }),
  view("reports-offline", "/connections/new", async () => {
    await add("Unreachable pages");
    await service.stop();
    await screen.choose("View", "Reload list");
    await screen.shows("Connection refused");
  }),
  view("reports-out-of-reach", "/connections/new", async () => {
    // Another screen may have stopped it.
    await service.stop();
    await service.start();
    await add("Stopped pages");
    await service.stop();
    await screen.goTo("/connections");
    await browser.refresh();
    await screen.choose("Actions for Stopped pages", "Open");
    await screen.shows("Connection refused");
  }),
];

/** Everything from saved data. */
const libraryViews = ({ app, browser, screen, saveView }: Steps): View[] => [
  view("sync", reports, async () => {
    await browser.$("nav button[aria-haspopup=dialog] time").waitForExist();
    await screen.pressAt("nav button[aria-haspopup=dialog]");
    await browser.$("[data-trigger=DialogTrigger]").waitForDisplayed();
  }),
  view("all-reports", "/reports?sort_by=score&sort=asc", async () => {
    await browser.$("[role=rowheader]").waitForExist();
  }),
  { name: "reports-filters", place: reports, act: () => screen.press("Filters") },
  view("all-reports-report", "/reports?result=bad", async () => {
    await screen.pressAt("[role=rowheader] [role=link]");
    await browser.$("aside h3").waitForExist();
  }),
  { name: "reports-of-the-library", place: `${reports}?stale_days=1&sort_by=changed` },
  { name: "all-reports-empty", place: "/reports?search=%22nothing%20like%20this%22" },
  view("fix-list", "/c/sample/fix-list", async () => {
    await screen.pressAt("main h3 button");
    await browser.$("main ul ul a").waitForExist();
  }),
  view("fix-list-selected", "/c/sample/fix-list", async () => {
    await browser.$("main h3 button").waitForDisplayed();
    await browser.execute(() => document.querySelector<HTMLInputElement>("main li input[type=checkbox]")?.focus());
    await app.pressUntil("a selected check", "space", () => browser.$("[data-selection]").isExisting());
  }),
  view("saved-views", "/reports?changed=new&since=30", async () => {
    await saveView("New in 30 days");
    await screen.goTo(`${reports}?result=bad`);
    await saveView(longName);
  }),
  { name: "overview", place: "/c/sample/overview" },
  view("overview-year", "/overview", async () => {
    await screen.mark("1 year");
  }),
  { name: "changes", place: "/c/sample/changes?since=30" },
  { name: "sweep", place: "/sweep" },
];

const batchViews = ({ browser, screen, paste, planBatch }: Steps): View[] => [
  { name: "batches-empty", place: batches },
  { name: "new-batch", place: `${batches}/new` },
  view("new-batch-table", `${batches}/new`, async () => {
    await paste(TABLE);
    await screen.shows("Privacy not recognized");
  }),
  view("batches", `${batches}/new`, async () => {
    await planBatch("shop.example/one\nshop.example/two\nshop.example/three");
    await screen.press("Start batch");
    await screen.goTo(batches);
    await browser.$("[role=gridcell] svg.lucide-circle-check").waitForExist();
  }),
  view("batch-plan", `${batches}/new`, async () => {
    await planBatch(TABLE);
    // Not by text: it has a plural, which translations aren't matched by.
    await screen.pressAt("main button[aria-expanded=false]:not([aria-haspopup])");
    await screen.shows("Privacy not recognized");
  }),
  {
    name: "batch-rules",
    overlay: "dialog",
    place: `${batches}/new`,
    act: async () => {
      await planBatch(TABLE);
      await screen.press("Options…");
      await screen.shows("Update plan");
    },
  },
  view("batch-ended", `${batches}/new`, async () => {
    await planBatch("shop.example/seven\nnowhere.invalid/eight\nshop.example/nine");
    await screen.press("Start batch");
    await screen.batchEnds();
  }),
  {
    name: "batch-export",
    overlay: "dialog",
    place: `${batches}/new`,
    act: async () => {
      await planBatch("shop.example/ten\nshop.example/eleven");
      await screen.press("Start batch");
      await screen.batchEnds();
      await screen.press("Export…");
      await screen.mark("Passwords (where available)");
    },
  },
];

const otherViews = ({ app, browser, screen, service, add, planBatch, find }: Steps): View[] => [
  { name: "palette", overlay: "dialog", place: reports, act: () => find("fjord") },
  {
    name: "palette-actions",
    overlay: "dialog",
    place: reports,
    act: async () => {
      await find("fjord");
      app.press("Tab");
      await browser.$("[role=option] .lucide-file-text").waitForExist();
    },
  },
  { name: "shortcuts", overlay: "dialog", place: reports, act: async () => app.press("ctrl+slash") },
  // It runs for a minute, which other screens would also show.
  view("batch-running", "/connections/new", async () => {
    // Another screen may have stopped it.
    await service.stop();
    await service.start();
    await add("Pages of a slow service");
    await service.fail({ delay: { ms: 60_000 } }, { method: "POST" });
    await screen.goTo((await screen.place()).slice(1).replace(/reports$/, "batches/new"));
    await planBatch("shop.example/four\nshop.example/five\nshop.example/six");
    await screen.press("Start batch");
    await browser.$("[role=gridcell] [data-state=running]").waitForExist();
    await service.heal();
  }),
];

/** The last ones, since named moments, remembered sitemaps, and columns stay. */
const insightViews = ({ browser, screen, nameMoment, readSitemap }: Steps): View[] => [
  { name: "named-moments", overlay: "dialog", place: reports, act: () => nameMoment("Before the relaunch") },
  view("overview-since", reports, async () => {
    await nameMoment("Before the sale");
    await screen.press("Close");
    await screen.goTo("/c/sample/overview");
    await screen.choose("Moments", "Before the sale");
    await browser.$("main [role=radio]:nth-child(4)").waitForExist();
  }),
  view("sitemap-gaps", reports, async () => {
    await readSitemap();
    await screen.goTo(project);
    await browser.$("main [class*=_missing] button").waitForDisplayed();
  }),
  view("sitemap-gaps-overview", reports, async () => {
    await readSitemap();
    await screen.goTo("/c/sample/overview");
    await browser.$("main li:nth-child(3) > button").waitForDisplayed();
  }),
  {
    name: "reports-choose-values",
    overlay: "dialog",
    place: reports,
    act: async () => {
      await screen.choose("View", "Columns");
      await screen.pick("Columns from checks…");
      await browser.$("section[role=dialog] [role=group] label").waitForDisplayed();
    },
  },
  view("reports-values", reports, async () => {
    await screen.choose("View", "Columns");
    await screen.pick("Columns from checks…");
    for (const check of ["load_time", "title"]) {
      await screen.pressAt(`//section[@role='dialog']//label[.//bdi[@title='${check}']]`);
    }
    // One of several texts for “Done”.
    await screen.pressAt("//section[@role='dialog']//footer//button");
    await browser.$("[role=rowheader]").waitForDisplayed();
  }),
];
