/** @typedef {{ name: string, version: string }} Package */

/** These can wait for the package's next update. */
const minor = ["info", "low"];

/**
 * Findings of `npm audit --json` or `npm audit signatures --json`; undefined if the registry didn't respond.
 * @param {string} output
 * @returns {string[] | undefined} one per line
 */
export function auditFaults(output) {
  /** @type {{ vulnerabilities?: Record<string, { name: string, range: string, severity: string }>,
   *   invalid?: Package[], missing?: Package[] }} */
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (report.vulnerabilities)
    return Object.values(report.vulnerabilities)
      .filter(({ severity }) => !minor.includes(severity))
      .map(({ name, range, severity }) => `${name} ${range}: a weakness that is ${severity}`);
  if (!report.invalid || !report.missing) return undefined;
  return [
    ...report.invalid.map(({ name, version }) => `${name} ${version}: its signature is wrong`),
    ...report.missing.map(({ name, version }) => `${name} ${version}: it has no signature`),
  ];
}
