/** @typedef {{ name: string, version: string }} Package */

/** What is known of these can wait for the next update of the package; the graver ones cannot. */
const minor = ["info", "low"];

/**
 * What `npm audit --json` or `npm audit signatures --json` found, or nothing at all where the registry did not answer.
 * @param {string} output
 * @returns {string[] | undefined} a line each
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
