import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import type { App } from "./harness/app.ts";
import { Screen } from "./harness/screen.ts";
import { stage } from "./harness/stage.ts";

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

describe("a window that does what somebody else wants", () => {
  const on = stage();
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
    const app = await on.world.openApp();
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

  it("is told by the core what it shows, and by the framework nothing", async () => {
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
