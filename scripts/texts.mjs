// Part of npm run check: translations must have the structure of the English texts.
import { join } from "node:path";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { root } from "./lib/paths.mjs";
import { main, Stop } from "./lib/run.mjs";
import { faultsOfCatalog } from "./lib/texts.mjs";

main(async () => {
  const config = getConfig({ configPath: join(root, "ui", "lingui.config.ts") });
  const catalogs = (await getCatalogs(config)).map((catalog) => catalog.readAll());
  const faults = (await Promise.all(catalogs)).flatMap((ofLocales) =>
    Object.entries(ofLocales).flatMap(([locale, catalog]) => faultsOfCatalog(locale, catalog)),
  );
  if (faults.length > 0) throw new Stop(faults.join("\n"));
});
