import assert from "node:assert/strict";
import { test } from "node:test";
import { makeUp, startOf } from "./startup-size.mjs";

/**
 * @param {string} fileName
 * @param {string[]} modules
 * @param {string[]} [imports]
 */
const chunk = (fileName, modules, imports = []) => ({
  fileName,
  imports,
  code: modules.map((id) => `import "${id}";`).join(""),
  modules: Object.fromEntries(modules.map((id) => [id, { renderedLength: id.length }])),
});
const chunks = [
  chunk("index.js", ["/ui/src/main.tsx"], ["shared.js"]),
  chunk("shared.js", ["/node_modules/react/index.js", "/node_modules/@lingui/core/a.js"], ["deep.js"]),
  chunk("deep.js", ["/node_modules/react/b.js"], ["shared.js"]),
  chunk("reports.js", ["/ui/src/features/reports/ReportsScreen.tsx"]),
  chunk("settings.js", ["/ui/src/features/settings/SettingsScreen.tsx"], ["deep.js", "form.js"]),
  chunk("form.js", ["/ui/src/form.tsx"]),
  chunk("en.js", ["/ui/src/locales/en/messages.po"]),
  chunk("ar.js", ["/ui/src/locales/ar.ts", "/ui/src/locales/ar/messages.po"]),
];

test("what is loaded is the start and the list, what they import, and one language", () => {
  const { code, language } = startOf(chunks);
  assert.deepEqual(code.map(({ name }) => name).sort(), ["deep.js", "index.js", "reports.js", "shared.js"]);
  assert.equal(language.name, "ar.js");
  assert.ok(code.every(({ size }) => size > 0));
});

test("it is not said to be small where the start is not found", () => {
  assert.throws(() => startOf(chunks.slice(1, 3)));
  assert.throws(() => startOf(chunks.slice(0, 6)));
});

test("each package has its part of the whole", () => {
  const { code } = startOf(chunks);
  const parts = makeUp(code);
  assert.deepEqual(parts.map(([name]) => name).sort(), ["@lingui/core", "react", "this app"]);
  const [all, whole] = [parts.reduce((sum, [, size]) => sum + size, 0), code.reduce((sum, { size }) => sum + size, 0)];
  assert.ok(Math.abs(all - whole) < 0.001);
});
