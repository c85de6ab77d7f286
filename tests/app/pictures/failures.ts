import type { App } from "../harness/app.ts";
import type { Front, Manner } from "../harness/front.ts";
import { freePort, until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import type { NetworkSettings, Screen } from "../harness/screen.ts";
import { type Scene, type View, view } from "./scene.ts";

/** Every failure and how the app shows it. */
export const failures: Scene = async (world, open) => {
  const service = await world.startSample(["--delay-ms", "0"]);
  const front = await world.openFront(service);
  const { app, screen } = await open();
  const { key } = service;
  const trusted = { certificates: world.certificates.file };

  await screen.fillIn({ name: "Our websites", baseUrl: front.baseUrl, key }, { ...trusted, waits: { connect: 1 } });
  await screen.press("Save and open");
  await screen.shows("1–25 of 240");
  await screen.hides("The connection works");

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
    await screen.goTo("/settings");
    await screen.press("Clear…");
    await screen.press("Clear");
    await screen.hides("Clear the library?");
  };

  const heal = async () => {
    await service.heal();
    await front.play("good");
  };

  /** A failure shown instead of the list. */
  const inPlace = (name: string, title: string, fail: () => Promise<unknown>, more?: Partial<View>): View => ({
    name: `failure-${name}`,
    place: "/settings",
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
    await screen.shows("Address of the service");
    // Another view's input is restored.
    if ((await screen.text()).includes("Restored what you typed")) await screen.press("Start over");
    // A changed route requires the key again.
    await screen.fillIn(network.proxy === undefined ? {} : { key }, network);
    await screen.press("Save");
    await screen.hides("Address of the service");
  };

  return { app, screen, service, key, front, list, form, check, heal, inPlace, play, answer, edit };
}

type Steps = ReturnType<typeof stepsOf>;

const networkViews = ({ screen, service, front, form, check, heal }: Steps): View[] => [
  view("network-settings", form, async () => {
    await screen.mark("Another one");
    await screen.type("Address of the proxy", "http://proxy.example.com:3128");
  }),
  view("network-settings-wrong", form, async () => {
    await screen.mark("Another one");
    await screen.fillIn({}, { waits: { read: 900 } });
    await screen.press("Save");
    await screen.complaint("For a list or a report");
  }),
  { name: "check", place: check },
  view("check-failing", check, async () => {
    await front.play("expired");
    await screen.press("Check again");
    await screen.shows("This connection does not work yet.");
    await heal();
  }),
  view("check-limited", check, async () => {
    await service.play({
      lists: { paging: "next_only", sorts_by_generated_at: false },
      throttle: { headers: false },
    });
    await screen.press("Check again");
    await screen.shows("This connection works, with limits.");
    await service.heal();
  }),
];

/** Failures in place of the list. */
const failedViews = ({ screen, service, inPlace, play, answer }: Steps): View[] => [
  inPlace("expired", "certificate is not valid at this time", play("expired")),
  inPlace("certificate-name", "certificate is for another name", play("elsewhere"), {
    act: async () => void (await screen.details()),
  }),
  inPlace("refused", "Nothing answers at the address", play("closed")),
  inPlace("slow-connection", "No connection to the service", play("silent")),
  inPlace("key", "The service refused the key", () => service.fail("key_refused")),
  inPlace("forbidden", "The service does not allow this", answer(403)),
  inPlace("fault", "The service failed", answer(500, { retry_after_s: 30 })),
  inPlace("maintenance", "down for maintenance", answer(503, { body: "html", retry_after_s: 30 }), {}),
  inPlace("no-service", "What answered is not a service", answer(200, { body: "html" }), {
    act: async () => void (await screen.details()),
  }),
  inPlace("moved", "points to another address", () =>
    service.fail({ redirect: { to: "https://seo.example.com/api/v1/reports" } }),
  ),
];

const writeViews = ({ screen, service, list, heal }: Steps): View[] => [
  view("failure-with-rows", list, async () => {
    await service.fail({ answer: { status: 503, retry_after_s: 30 } });
    await screen.press("Read the list again");
    await screen.shows("Last known rows");
    await screen.details();
    await heal();
  }),
  view("quota", list, async () => {
    await service.play({ quota: 0 });
    await screen.createReport("shop.example/sale");
    await screen.shows("does not create another report");
    await heal();
  }),
  view("refused-address", list, async () => {
    await screen.createReport("shop.invalid/sale");
    await screen.complaint("Page address");
  }),
  view("created-after-all", list, async () => {
    await service.fail("cut", { method: "POST", after_work: true });
    await screen.createReport("shop.example/sale");
    await screen.shows("It was created once.");
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
    await screen.press("Privacy");
    await screen.mark("Private");
    await screen.press("Save");
    await screen.shows("Privacy didn’t change");
    await heal();
  }),
  view("creation-unknown", list, async () => {
    await service.fail("drop", { method: "POST" });
    await screen.createReport("shop.example/winter");
    await screen.shows("We do not know whether it happened");
  }),
  view("creation-not-found", list, async () => {
    // The unknown outcome is restored.
    await screen.press("New report");
    await screen.press("Check now");
    await screen.shows("Not found so far.");
    await heal();
  }),
];

/** Lists that are not as asked for, or late. */
const waitViews = ({ screen, service, list, heal, inPlace, answer, edit }: Steps): View[] => [
  view("sort-ignored", list, async () => {
    await service.play({ lists: { sorts_by_generated_at: false } });
    await screen.sortBy("Generated");
    await screen.shows("did not sort by");
    await heal();
  }),
  view("waiting", list, async () => {
    await service.fail({ answer: { status: 429, retry_after_s: 60 } }, { path: "reports", times: 1 });
    await screen.press("Read the list again");
    await screen.shows("Continuing in");
  }),
  view("waiting-stopped", list, async () => {
    await screen.press("Stop waiting");
    await screen.shows("You stopped the wait");
    await screen.hides("Continuing");
  }),
  inPlace("throttled", "Too many requests", async () => {
    await edit({});
    await answer(429, { retry_after_s: 200 })();
  }),
  inPlace("proxy", "The proxy did not let the request through", async () => {
    await edit({ proxy: `127.0.0.1:${await freePort()}` });
  }),
];

/** Where the service is found, or not. */
const routeViews = ({ app, screen, key, front, list, form }: Steps): View[] => [
  view("failure-name", form, async () => {
    await screen.fillIn({ baseUrl: "https://seo.invalid", key }, { proxy: null });
    await screen.press("Save");
    await screen.press("Same service at a new URL");
    await app.answer(true);
    await screen.hides("Address of the service");
    await screen.goTo(list);
    await screen.shows("leads nowhere");
  }),
  view("connection-untrusted", "/connections/new", async () => {
    await screen.fillIn({ name: "Intranet", baseUrl: front.baseUrl, key });
    await screen.press("Save");
    await screen.press("Save anyway");
    await screen.shows("The service’s certificate is not trusted");
  }),
  view("failure-untrusted", "/connections/new", async () => {
    await screen.fillIn({ name: "Intranet", baseUrl: front.baseUrl, key });
    await screen.press("Save");
    await screen.press("Save anyway");
    await screen.shows("The service’s certificate is not trusted");
    await screen.press("Save anyway");
    await until("the reports", async () => (await screen.place()).includes("/reports"));
    await screen.shows("The service’s certificate is not trusted");
  }),
  view("connection-moved", form, async () => {
    await screen.fillIn({ baseUrl: `${front.baseUrl}/seo` });
    await screen.press("Save");
    await screen.shows("Is this the same service?");
  }),
  view("connection-twin", "/connections/new", async () => {
    await screen.fillIn({ name: "Intranet", baseUrl: `${front.baseUrl}/api/v1`, key });
    await screen.press("Save");
    await screen.shows("already uses this URL");
  }),
];
