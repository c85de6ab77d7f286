import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AccessibleObject } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

/** An object and its descendants, in document order. */
const all = (object: AccessibleObject): AccessibleObject[] => [object, ...object.children.flatMap(all)];

describe("screen reader output", () => {
  const on = setUp({ accessibility: true, keychain: false });

  it("names the table, its columns, its rows and every control", async () => {
    const app = await on.machine.openApp({ args: ["--sample"] });
    const screen = new Screen(app);
    await screen.shows("Average score");
    await screen.goTo("/c/sample/reports");
    await screen.lists(240);
    const shown = await screen.column("Page", (addresses) => addresses.length > 0);

    // The accessibility tree follows shortly after painting.
    await until("the table", () => all(app.accessibleTree()).some(({ role }) => role === "table"));
    const page = app.accessibleTree();
    const table = all(page).find(({ role }) => role === "table");
    assert.equal(table?.name, "Reports");
    const parts = all(table);
    const columns = parts.filter(({ role }) => role === "column header").map(({ name, text }) => name || text);
    for (const column of ["Score", "Page", "Privacy", "Last checked"])
      assert.ok(
        columns.some((name) => name.includes(column)),
        `${column} among ${columns.join(", ")}`,
      );
    const rows = parts.filter(({ role }) => role === "table row").map(({ name, text }) => `${name} ${text}`);
    for (const address of shown.slice(0, 10))
      assert.ok(
        rows.some((row) => row.includes(address)),
        `${address} among the rows`,
      );

    const controls = [
      "push button",
      "toggle button",
      "check box",
      "radio button",
      "combo box",
      "entry",
      "link",
      "slider",
    ];
    const nameless = all(page).filter(({ role, name, text }) => controls.includes(role) && name === "" && text === "");
    assert.deepEqual(nameless, [], "every control has a name");
    for (const [role, name] of [
      ["push button", "New report"],
      ["entry", "Search URLs"],
      ["radio button", "Bad"],
      ["link", "Settings"],
      ["heading", "Reports"],
    ])
      assert.ok(
        all(page).some((object) => object.role === role && object.name === name),
        `${role} ${name}`,
      );
  });

  it("tells what is chosen, what is being edited and what is wrong with it", async () => {
    const app = await on.machine.openApp();
    const screen = new Screen(app);
    await screen.shows("Connect your service");
    await screen.press("Connect");
    await until("the field to be told as wrong", () =>
      all(app.accessibleTree()).some(
        ({ role, name, states }) =>
          role === "entry" && name.startsWith("Service URL") && states.includes("invalid_entry"),
      ),
    );
    const focused = all(app.accessibleTree()).findLast(({ states }) => states.includes("focused"));
    assert.equal(focused?.role, "entry", "the focus is in the first field to mend");
  });
});
