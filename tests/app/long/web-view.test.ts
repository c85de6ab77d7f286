import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("the webview", () => {
  const on = setUp();

  it("has no sound, media, 3D, or storage, and still draws, loads fonts, and copies", async () => {
    const app = await on.machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", on.service);
    const found = await app.browser.execute(async () => {
      const canvas = () => Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
      const plane = canvas().getContext("2d");
      plane?.fillRect(0, 0, 1, 1);
      await document.fonts.ready;
      return {
        "3D": canvas().getContext("webgl") !== null || canvas().getContext("webgl2") !== null,
        sound: "AudioContext" in window,
        media: "canPlayType" in document.createElement("video"),
        calls: "RTCPeerConnection" in window,
        camera: navigator.mediaDevices !== undefined,
        storage: window.localStorage !== null,
        databases: "indexedDB" in window && window.indexedDB !== null,
        drawing: plane?.getImageData(0, 0, 1, 1).data[3] === 255,
        fonts: [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family),
      };
    });
    assert.deepEqual(found, {
      "3D": false,
      sound: false,
      media: false,
      calls: false,
      camera: false,
      storage: false,
      databases: false,
      drawing: true,
      fonts: ["Inter Variable"],
    });
    const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
    await screen.goTo(`/c/${connection}/compare?before=%22239%22&after=%22240%22`);
    await screen.shows("Comparison");
    assert.match(await screen.copied("Copy as Markdown"), /^# .+ · /);
    await app.close();
  });
});
