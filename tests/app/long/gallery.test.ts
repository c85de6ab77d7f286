import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Look, openGallery } from "../gallery/page.ts";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { setUp } from "../harness/set-up.ts";

/** Maximum number of row elements: the visible ones and some around them. */
const MAX_ROWS = 300;

/** Scrolls a list to `scrollTop` pixels and reports what is there some frames later. */
function viewAt({ browser }: App, scrollTop: number | null) {
  return browser.executeAsync(
    (
      to: number | null,
      done: (view: { blanks: number[]; rows: number; last: string; top: number; end: number }) => void,
    ) => {
      const grid = document.querySelector("[role=grid]") as HTMLElement;
      let scroller = grid;
      while (scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement as HTMLElement;
      const look = () => {
        const area = scroller.getBoundingClientRect();
        const head = grid.querySelector("[role=columnheader]")?.getBoundingClientRect();
        const rows = [...grid.querySelectorAll("[role=row][data-key]")];
        // Not by hit testing: lists ignore the pointer while scrolling.
        const drawn = rows.filter(({ textContent }) => textContent !== "").map((row) => row.getBoundingClientRect());
        const blanks: number[] = [];
        // Below the gap after the head.
        for (let y = (head?.bottom ?? area.top) + 6; y < area.top + scroller.clientHeight - 2; y += 10) {
          if (!drawn.some(({ top, bottom }) => top <= y && y <= bottom)) blanks.push(Math.round(y - area.top));
        }
        done({
          blanks,
          rows: rows.length,
          last: rows.at(-1)?.textContent ?? "",
          top: scroller.scrollTop,
          end: scroller.scrollHeight - scroller.clientHeight,
        });
      };
      if (to !== null) scroller.scrollTop = to;
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(look)));
    },
    scrollTop,
  );
}

describe("the components in the real window", () => {
  const on = setUp({ shared: true });

  it("scroll through 10,000 rows without a blank, and keep few of them in the page", async () => {
    const app = await on.machine.openApp();
    await app.resize(1100, 760);
    await openGallery(app, { section: "table-many" });

    const check = async (where: string, scrollTop: number | null = null) => {
      const view = await viewAt(app, scrollTop);
      assert.deepEqual(view.blanks, [], `nothing is blank ${where}`);
      assert.ok(view.rows > 8 && view.rows < MAX_ROWS, `${view.rows} row elements ${where}`);
      return view;
    };

    const { end } = await check("at the top", 0);
    assert.ok(end > 10_000 * 30, `the list is ${end} px longer than what is in view`);
    // By scrollbar: in leaps, and in steps smaller than the viewport.
    for (let step = 1; step <= 25; step++) await check(`after leap ${step}`, Math.round((end * step) / 25));
    assert.match((await check("at the foot")).last, /page=9999/);
    for (let step = 1; step <= 20; step++) await check(`${step} steps up`, end - step * 310);

    // By the wheel.
    await check("back at the top", 0);
    const grid = app.browser.$("[role=grid]");
    await grid.moveTo();
    let top = 0;
    for (let turn = 1; turn <= 10; turn++) {
      on.machine.run("xdotool", ["click", "--repeat", "8", "--delay", "8", "5"]);
      const view = await check(`after ${turn} turns of the wheel`);
      assert.ok(view.top >= top, "it goes on downwards");
      top = view.top;
    }
    assert.ok(top > 1000, `the wheel went down to ${top} px`);

    // By the keyboard.
    await check("at the top once more", 0);
    await app.browser.execute(() => document.querySelector<HTMLElement>("[role=row][data-key]")?.focus());
    top = 0;
    for (let page = 1; page <= 8; page++) {
      app.press("Page_Down");
      await check(`while page ${page} comes`);
      await until(`page ${page}`, async () => (await viewAt(app, null)).top > top);
      top = (await check(`on page ${page}`)).top;
    }
    const focused = () => app.browser.execute(() => document.activeElement?.closest("[role=row]")?.textContent ?? "");
    app.press("End");
    await until("the last row", async () => (await focused()).includes("page=9999"));
    assert.equal((await check("at the end")).top, end);
    app.press("Home");
    await until("the first row", async () => (await focused()).startsWith("northwind-shop.example/Good"));
    assert.equal((await check("at the start")).top, 0);
    await app.close();
  });

  it("are accessible in every look", async () => {
    const app = await on.machine.openApp();
    await app.resize(1280, 900);
    const looks: Look[] = [{}, { theme: "dark" }, { dir: "rtl" }, { density: "compact" }, { colors: "more" }];
    for (const look of looks) {
      await openGallery(app, look);
      await app.expectAccessible(JSON.stringify(look));
    }
    await app.close();
  });
});
