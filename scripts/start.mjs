// npm start: builds what is outdated and opens the window on the sample workspace.
import { buildPrograms, buildUi } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { program } from "./lib/paths.mjs";
import { main, run, Stop } from "./lib/run.mjs";
import { ensureSystem } from "./lib/system.mjs";

const given = process.argv.slice(2);
const args = given.includes("--no-sample") ? given.filter((arg) => arg !== "--no-sample") : ["--sample", ...given];

main(async () => {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    throw new Stop(
      "There is no display to open a window on. Run npm start in a terminal of your desktop session,\n" +
        "or set DISPLAY (with ssh: connect with ssh -X). The tests bring their own display: npm test",
    );
  await ensureSystem("build");
  await ensureNodePackages();
  await buildUi();
  await buildPrograms();
  return (await run(program("assay"), args)).code;
});
