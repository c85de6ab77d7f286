import type { App } from "../harness/app.ts";
import type { Front, Manner } from "../harness/front.ts";
import { freePort, until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import type { NetworkSettings, Screen } from "../harness/screen.ts";
import { type Scene, type View, view } from "./scene.ts";

/** Every failure and how the app shows it. */
export const failures: Scene = async (machine, open) => {
  const service = await machine.startSample(["--delay-ms", "0"]);
  const front = await machine.openFront(service);
  const { app, screen } = await open();
  const { key } = service;
  const trusted = { certificates: machine.certificates.file };

  await screen.fillIn({ name: "Company websites", baseUrl: front.baseUrl, key }, { ...trusted, waits: { connect: 1 } });
  await screen.press("Connect");
  await screen.afterConnecting();
  await screen.lists(240);
  await screen.hides("View test results");

  const steps = stepsOf(app, screen, service, front, (await screen.place()).slice(1));
  // In this order: some show what earlier ones left.
  const parts = [networkViews, failedViews, writeViews, waitViews, routeViews];
  return { app, views: parts.flatMap((viewsOf) => viewsOf(steps)) };
};

function stepsOf(app: App, screen: Screen, service: SampleService, front: Front, list: string) {
  const { key } = service;
  const form = list.replace(/^.c(.*)reports$/, "/connections$1edit");
  const check = form.replace("edit", "check");
  const unread = `${list}?sort=asc`;
  // Saved rows would be shown instead of a failure.
  const clearLibrary = async () => {
    await screen.goTo("/settings?section=data");
    await screen.press("Clear library…");
    await screen.press("Clear library");
    await screen.hides("Clear library?");
    await screen.shows("Library cleared");
    await screen.press("Close message");
  };

  const heal = async () => {
    await service.heal();
    await front.play("good");
  };

  /** A failure shown instead of the list. */
  const inPlace = (name: string, title: string, fail: () => Promise<unknown>, more?: Partial<View>): View => ({
    name: `failure-${name}`,
    place: "/settings?section=data",
    ...more,
    act: async () => {
      await clearLibrary();
      await fail();
      await screen.goTo(unread);
      await screen.shows(title);
      await more?.act?.();
      await heal();
    },
  });
  const play = (manner: Manner) => () => front.play(manner);
  const answer = (status: number, more: Record<string, unknown> = {}) => {
    return () => service.fail({ answer: { status, ...more } }, { path: "reports" });
  };
  const edit = async (network: NetworkSettings) => {
    await screen.goTo(form);
    await screen.shows("Service URL");
    // Another view's input is restored.
    if ((await screen.text()).includes("Draft restored")) await screen.press("Start over");
    // A changed route requires the key again.
    await screen.fillIn(network.proxy === undefined ? {} : { key }, network);
    await screen.press("Save");
    await screen.hides("Service URL");
  };

  return { app, screen, service, key, front, list, form, check, heal, inPlace, play, answer, edit };
}

type Steps = ReturnType<typeof stepsOf>;

const networkViews = ({ screen, service, front, form, check, heal }: Steps): View[] => [
  view("network-settings", form, async () => {
    await screen.mark("Custom");
    await screen.type("Proxy URL", "http://proxy.example.com:3128");
  }),
  view("network-settings-wrong", form, async () => {
    await screen.mark("Custom");
    await screen.fillIn({}, { waits: { read: 900 } });
    await screen.press("Save");
    await screen.complaint("Loading data");
  }),
  { name: "check", place: check },
  view("check-failing", check, async () => {
    await front.play("expired");
    await screen.press("Test again");
    await screen.shows("Connection failed");
    await heal();
  }),
  view("check-limited", check, async () => {
    await service.play({
      lists: { paging: "next_only", sorts_by_generated_at: false },
      throttle: { headers: false },
    });
    await screen.press("Test again");
    await screen.shows("Connection OK, with some limitations");
    await service.heal();
  }),
];

/** Failures in place of the list. */
const failedViews = ({ screen, service, inPlace, play, answer }: Steps): View[] => [
  inPlace("expired", "Certificate not currently valid", play("expired")),
  inPlace("certificate-name", "Certificate doesn’t match the URL", play("elsewhere"), {
    act: async () => void (await screen.details()),
  }),
  inPlace("refused", "Connection refused", play("closed")),
  inPlace("slow-connection", "Connection timed out", play("silent")),
  inPlace("key", "API key rejected", () => service.fail("key_refused")),
  inPlace("forbidden", "API key lacks permission", answer(403)),
  inPlace("fault", "Service error", answer(500, { retry_after_s: 30 })),
  inPlace("maintenance", "Service under maintenance", answer(503, { body: "html", retry_after_s: 30 }), {}),
  inPlace("no-service", "Not a supported service", answer(200, { body: "html" }), {
    act: async () => void (await screen.details()),
  }),
  inPlace("moved", "Redirected to another URL", () =>
    service.fail({ redirect: { to: "https://seo.example.com/api/v1/reports" } }),
  ),
];

const writeViews = ({ screen, service, list, heal }: Steps): View[] => [
  view("failure-with-rows", list, async () => {
    await service.fail({ answer: { status: 503, retry_after_s: 30 } });
    await screen.choose("View", "Reload list");
    await screen.shows("Showing the saved copy");
    await screen.details();
    await heal();
  }),
  view("quota", list, async () => {
    await service.play({ quota: 0 });
    await screen.createReport("shop.example/sale");
    await screen.shows("Can’t create more reports");
    await heal();
  }),
  view("refused-address", list, async () => {
    await screen.createReport("shop.invalid/sale");
    await screen.complaint("Page URL");
  }),
  view("created-after-all", list, async () => {
    await service.fail("cut", { method: "POST", after_work: true });
    await screen.createReport("shop.example/sale");
    await screen.shows("The response was lost, but the report was created.");
    await heal();
  }),
  view("created-public", list, async () => {
    await service.fail({ takes: { privacy: "0" } }, { method: "POST" });
    await screen.createReport("shop.example/autumn");
    await screen.shows("Report created, but it’s public");
    await heal();
  }),
  view("privacy-unapplied", list, async () => {
    await service.fail({ takes: { privacy: null } }, { method: "PUT" });
    await screen.openRow("shop.example/autumn");
    await screen.choose("Privacy: Public", "Private");
    await screen.shows("Privacy didn’t change");
    await heal();
  }),
  view("creation-unknown", list, async () => {
    await service.fail("drop", { method: "POST" });
    await screen.createReport("shop.example/winter");
    await screen.shows("Outcome unknown");
  }),
  view("creation-not-found", list, async () => {
    // The unknown outcome is restored.
    await screen.press("New report");
    await screen.press("Search for report");
    await screen.shows("Report not found yet.");
    await heal();
  }),
];

/** Lists that are not as asked for, or late. */
const waitViews = ({ screen, service, list, heal, inPlace, answer, edit }: Steps): View[] => [
  view("sort-ignored", list, async () => {
    await service.play({ lists: { sorts_by_generated_at: false } });
    await screen.goTo(`${list}?sort_by=generated_at`);
    await screen.shows("Can’t sort by “");
    await heal();
  }),
  view("waiting", list, async () => {
    await service.fail({ answer: { status: 429, retry_after_s: 60 } }, { path: "reports", times: 1 });
    await screen.choose("View", "Reload list");
    await screen.shows("Rate limited");
    await screen.pressAt("nav button[aria-haspopup=dialog]");
    await screen.shows("Resuming in");
  }),
  inPlace("throttled", "Rate limited", async () => {
    await edit({});
    await answer(429, { retry_after_s: 200 })();
  }),
  inPlace("proxy", "Blocked by the proxy", async () => {
    await edit({ proxy: `127.0.0.1:${await freePort()}` });
  }),
];

/** Where the service is found, or not. */
const routeViews = ({ app, screen, key, front, list, form }: Steps): View[] => [
  view("failure-name", form, async () => {
    await screen.fillIn({ baseUrl: "https://seo.invalid", key }, { proxy: null });
    await screen.press("Save");
    await screen.mark("Same service at a new URL");
    await screen.press("Save");
    await app.answer(true);
    await screen.hides("Service URL");
    await screen.goTo(list);
    await screen.shows("Server not found");
  }),
  view("connection-untrusted", "/connections/new", async () => {
    await screen.fillIn({ name: "Intranet", baseUrl: front.baseUrl, key });
    await screen.press("Connect");
    await screen.press("Save anyway");
    await screen.shows("Untrusted certificate");
  }),
  view("failure-untrusted", "/connections/new", async () => {
    await screen.fillIn({ name: "Intranet", baseUrl: front.baseUrl, key });
    await screen.press("Connect");
    await screen.press("Connect anyway");
    await screen.shows("Untrusted certificate");
    await screen.press("Save anyway");
    await until("the reports", async () => (await screen.place()).includes("/reports"));
    await screen.shows("Untrusted certificate");
  }),
  view("connection-moved", form, async () => {
    await screen.fillIn({ baseUrl: "https://pages.invalid", key }, { proxy: null });
    await screen.press("Save");
    await screen.shows("Same service at a new URL");
  }),
  view("connection-twin", "/connections/new", async () => {
    await screen.fillIn({ name: "Intranet", baseUrl: `${front.baseUrl}/api/v1`, key });
    await screen.press("Connect");
    await screen.shows("already uses this URL");
  }),
];
