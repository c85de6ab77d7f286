/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {RegExpMatchArray | null} match */
const first = (match) => Number(match?.[1] ?? 0);

/** @param {string} text */
const nodeTest = (text) => ({
  passed: first(text.match(/^. pass (\d+)$/m)),
  failed: first(text.match(/^. fail (\d+)$/m)),
  skipped: first(text.match(/^. skipped (\d+)$/m)),
});

/** @param {string} text */
function vitest(text) {
  const line = text.match(/^\s*Tests\s.*$/m)?.[0] ?? "";
  return {
    passed: first(line.match(/(\d+) passed/)),
    failed: first(line.match(/(\d+) failed/)),
    skipped: first(line.match(/(\d+) skipped/)),
  };
}

/** @param {string} text */
function cargoTest(text) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of text.matchAll(
    /^test result: .*?(\d+) passed; (\d+) failed; (\d+) ignored/gm,
  )) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

const readers = { nodeTest, vitest, cargoTest };

/**
 * The test runner's final counts.
 * @param {keyof typeof readers} runner
 * @param {string} output may contain colors
 */
export const countsOf = (runner, output) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character starts a color
  readers[runner](output.replace(/\u001b\[[0-9;]*m/g, ""));
