// Part of npm run check: validates files that go into the installers unchanged.
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";
import { compileUninstaller } from "./lib/uninstaller.mjs";

const file = (/** @type {string} */ name) => join(root, "src-tauri", "bundle", name);

main(async () => {
  if (!hasJourneys()) return console.log("Not run here: its tools are those of Debian and Ubuntu.");
  await ensureSystem("installers");
  await must("desktop-file-validate", [file("assay.desktop")]);
  await must("appstreamcli", ["validate", "--no-net", file("app.assay.Assay.metainfo.xml")]);
  for (const script of ["before-removal.sh", "after-removal.sh"]) await must("sh", ["-n", file(script)]);
  await compileUninstaller();
});
