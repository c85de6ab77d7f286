// npm test [-- TIER …]: runs all tiers but the long one, or the named ones, such as rust ui.
import { buildPrograms, buildUi, embedded } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { main, run, Stop } from "./lib/run.mjs";
import { runRustTests } from "./lib/rust-tests.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";
import { countsOf } from "./lib/tiers.mjs";

/** @type {(name: string, ...words: string[]) => () => ReturnType<typeof run>} */
const command =
  (name, ...words) =>
  () =>
    run(name, words, { capture: true });

/** @type {(files: string) => (typeof tiers)[string]} */
const inWindow = (files) => ({
  runner: "nodeTest",
  needsUi: true,
  needsWindow: true,
  prepare: buildPrograms,
  start: command("node", "--test", "--test-concurrency=2", files),
});

/**
 * @type {Record<string, { runner: Parameters<typeof countsOf>[0], start: () => ReturnType<typeof run>,
 *   needsUi?: boolean, needsWindow?: boolean, prepare?: () => Promise<void> }>}
 */
const tiers = {
  scripts: { runner: "nodeTest", start: command("node", "--test", "scripts/**/*.test.mjs") },
  rust: { runner: "cargoTest", needsUi: true, start: () => runRustTests(embedded) },
  ui: { runner: "vitest", start: command("vitest", "run", "--root", "ui") },
  app: inWindow("tests/app/*.test.ts"),
  long: inWindow("tests/app/long/*.test.ts"),
};

const named = process.argv.slice(2);

main(async () => {
  const unknown = named.find((name) => !(name in tiers));
  if (unknown) throw new Stop(`There is no tier "${unknown}". The tiers are ${Object.keys(tiers).join(", ")}.`);
  const usual = Object.keys(tiers).filter((name) => name !== "long");
  const wanted = named.length === 0 ? usual : named;
  const chosen = Object.entries(tiers).filter(([name]) => wanted.includes(name));
  const journeys = hasJourneys() && chosen.some(([, { needsWindow }]) => needsWindow);

  await ensureSystem("build", ...(journeys ? /** @type {const} */ (["test"]) : []));
  await ensureNodePackages();
  /** @type {unknown} */
  let uiFailure;
  if (chosen.some(([, { needsUi }]) => needsUi)) await buildUi().catch((error) => (uiFailure = error));

  const total = { passed: 0, failed: 0, skipped: 0 };
  const summary = [];
  for (const [name, tier] of chosen) {
    if (tier.needsWindow && !journeys) {
      summary.push(`${name}: not run, as its tools exist on Debian and Ubuntu only`);
      continue;
    }
    console.log(`\n== ${name}`);
    const started = performance.now();
    const counts = await runTier(tier, uiFailure);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    summary.push(`${name}: ${wording(counts)} in ${seconds} s`);
  }
  console.log(`\n${summary.join("\n")}\n\n${wording(total)}`);
  return total.failed > 0 ? 1 : 0;
});

/**
 * @param {(typeof tiers)[string]} tier
 * @param {unknown} uiFailure
 */
async function runTier({ runner, start, needsUi, prepare }, uiFailure) {
  try {
    if (needsUi && uiFailure) throw uiFailure;
    await prepare?.();
    const { code, output } = await start();
    const counts = countsOf(runner, output);
    // A runner that fails without a failed test, such as on a compile error, counts as one.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {import("./lib/tiers.mjs").Counts} counts */
function wording({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
