// Part of npm run check: translations must have the structure of the English texts, and all texts the glossary's words.
// The texts are those of the catalogs, the guide, the client report, and the system's questions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { root } from "./lib/paths.mjs";
import { main, Stop } from "./lib/run.mjs";
import { catalogOfFiles, faultsOfCatalog, wordFaultsOfCatalog } from "./lib/texts.mjs";

/** @param {string[]} path */
const rulesIn = (...path) =>
  /** @type {import("./lib/words.mjs").Rule[]} */ (JSON.parse(readFileSync(join(root, ...path), "utf8")).rules);

/** @param {string} locale */
const rulesOf = (locale) => [
  ...rulesIn("ui", "src", "locales", locale, "glossary.json"),
  ...(locale === "en" ? rulesIn("scripts", "words.json") : []),
];

main(async () => {
  const config = getConfig({ configPath: join(root, "ui", "lingui.config.ts") });
  const catalogs = (await getCatalogs(config)).map((catalog) => catalog.readAll());
  const files = Object.fromEntries(config.locales.map((locale) => [locale, catalogOfFiles(locale)]));
  const faults = [...(await Promise.all(catalogs)), files].flatMap((ofLocales) =>
    Object.entries(ofLocales).flatMap(([locale, catalog]) => [
      ...faultsOfCatalog(locale, catalog),
      ...wordFaultsOfCatalog(locale, catalog, rulesOf(locale)),
    ]),
  );
  if (faults.length > 0) throw new Stop(faults.join("\n"));
});
