import type { Manner } from "../harness/front.ts";
import { freePort } from "../harness/processes.ts";
import type { NetworkSettings } from "../harness/screen.ts";
import type { Scene, View } from "./scene.ts";

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
  const list = (await screen.place()).slice(1);
  const form = list.replace(/^.c(.*)reports$/, "/connections$1edit");
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
    await screen.fillIn({}, network);
    await screen.press("Save");
    await screen.hides("Address of the service");
  };

  const create = async (page: string) => {
    await screen.press("New report");
    await screen.type("Page address", page);
    await screen.press("Create report");
  };

  const views: View[] = [
    {
      name: "network-settings",
      place: form,
      act: async () => {
        await screen.mark("Another one");
        await screen.type("Address of the proxy", "http://proxy.example.com:3128");
      },
    },
    {
      name: "network-settings-wrong",
      place: form,
      act: async () => {
        await screen.mark("Another one");
        await screen.fillIn({}, { certificates: "/no/such/file.pem", waits: { read: 900 } });
        await screen.press("Save");
        await screen.complaint("For a list or a report");
      },
    },
    { name: "check", place: form.replace("edit", "check") },
    {
      name: "check-failing",
      place: form.replace("edit", "check"),
      act: async () => {
        await front.play("expired");
        await screen.press("Check again");
        await screen.shows("This connection does not work yet.");
        await heal();
      },
    },
    {
      name: "check-limited",
      place: form.replace("edit", "check"),
      act: async () => {
        await service.play({
          lists: { paging: "next_only", sorts_by_generated_at: false },
          throttle: { headers: false },
        });
        await screen.press("Check again");
        await screen.shows("This connection works, with limits.");
        await service.heal();
      },
    },
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
    {
      name: "failure-with-rows",
      place: list,
      act: async () => {
        await service.fail({ answer: { status: 503, retry_after_s: 30 } });
        await screen.press("Read the list again");
        await screen.shows("Last known rows");
        await screen.details();
        await heal();
      },
    },
    {
      name: "quota",
      place: list,
      act: async () => {
        await service.play({ quota: 0 });
        await create("shop.example/sale");
        await screen.shows("does not create another report");
        await heal();
      },
    },
    {
      name: "refused-address",
      place: list,
      act: async () => {
        await create("shop.invalid/sale");
        await screen.complaint("Page address");
      },
    },
    {
      name: "created-after-all",
      place: list,
      act: async () => {
        await service.fail("cut", { method: "POST", after_work: true });
        await create("shop.example/sale");
        await screen.shows("It was created once.");
        await heal();
      },
    },
    {
      name: "creation-unknown",
      place: list,
      act: async () => {
        await service.fail("drop", { method: "POST" });
        await create("shop.example/winter");
        await screen.shows("We do not know whether it happened");
      },
    },
    {
      name: "creation-not-found",
      place: list,
      act: async () => {
        // What is in doubt is there again.
        await screen.press("New report");
        await screen.press("Check now");
        await screen.shows("Not found so far.");
        await heal();
      },
    },
    {
      name: "sort-ignored",
      place: list,
      act: async () => {
        await service.play({ lists: { sorts_by_generated_at: false } });
        await screen.sortBy("Generated");
        await screen.shows("did not sort by");
        await heal();
      },
    },
    {
      name: "waiting",
      place: list,
      act: async () => {
        await service.fail({ answer: { status: 429, retry_after_s: 60 } }, { path: "reports", times: 1 });
        await screen.press("Read the list again");
        await screen.shows("Continuing in");
      },
    },
    {
      name: "waiting-stopped",
      place: list,
      act: async () => {
        await screen.press("Stop waiting");
        await screen.shows("You stopped the wait");
        await screen.hides("Continuing");
      },
    },
    inPlace("throttled", "Too many requests", async () => {
      await edit({});
      await answer(429, { retry_after_s: 200 })();
    }),
    inPlace("proxy", "The proxy did not let the request through", async () => {
      await edit({ proxy: `127.0.0.1:${await freePort()}` });
    }),
    {
      name: "failure-name",
      place: form,
      act: async () => {
        await screen.fillIn({ baseUrl: "https://seo.invalid", key }, { proxy: null });
        await screen.press("Save");
        await screen.hides("Address of the service");
        await screen.goTo(list);
        await screen.shows("leads nowhere");
      },
    },
    {
      name: "connection-untrusted",
      place: "/connections/new",
      act: async () => {
        await screen.fillIn({ name: "Intranet", baseUrl: front.baseUrl, key });
        await screen.press("Save");
        await screen.shows("The service’s certificate is not trusted");
      },
    },
    {
      name: "failure-untrusted",
      place: "/connections/new",
      act: async () => {
        await screen.fillIn({ name: "Intranet", baseUrl: front.baseUrl, key });
        await screen.press("Save");
        await screen.press("Save anyway");
        await screen.shows("The service’s certificate is not trusted");
      },
    },
  ];
  return { app, views };
};
