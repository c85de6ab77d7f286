import { createHash } from "node:crypto";
import { Stop } from "./run.mjs";

/** What `## ` lines of CHANGELOG.md say of a version that is out. */
const heading = /^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/;
const UNRELEASED = "## Unreleased";

/**
 * The numbers of a version, or a stop. There are no previews: an update from one would need rules of its own.
 * @param {string | undefined} version
 */
function numbersOf(version) {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version ?? "");
  if (!match) throw new Stop(`A version is three numbers such as 1.4.0, not "${version ?? ""}".`);
  return match.slice(1).map(Number);
}

/**
 * Whether a version comes after another.
 * @param {string} version
 * @param {string} than
 */
export function isNewer(version, than) {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place >= 0 && left[place] > right[place];
}

/** Where the workspace's Cargo.toml has the version. */
const cargoVersion = /(?<=^\[workspace\.package\]\nversion = ")[^"]+(?=")/m;

/**
 * The version in the workspace's Cargo.toml.
 * @param {string} toml
 */
export function versionIn(toml) {
  const [version] = cargoVersion.exec(toml) ?? [];
  if (!version) throw new Stop("Cargo.toml does not begin its [workspace.package] with the version.");
  return version;
}

/**
 * The workspace's Cargo.toml with another version.
 * @param {string} toml
 * @param {string} version
 */
export const cargoTomlAt = (toml, version) => versionIn(toml) && toml.replace(cargoVersion, version);

/**
 * package.json or package-lock.json with another version of the app itself.
 * @param {string} json
 * @param {string} version
 */
export function packageJsonAt(json, version) {
  const data = JSON.parse(json);
  data.version = version;
  if (data.packages) data.packages[""].version = version;
  return `${JSON.stringify(data, null, 2)}\n`;
}

/**
 * The changelog with what was unreleased as a version of its own.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date such as 2026-11-30
 */
export function changelogAt(changelog, version, date) {
  if (!changelog.includes(`\n${UNRELEASED}\n`)) throw new Stop(`CHANGELOG.md has no line "${UNRELEASED}".`);
  if (sectionOf(changelog, UNRELEASED) === "") throw new Stop("CHANGELOG.md has nothing unreleased: say what is new.");
  return changelog.replace(`\n${UNRELEASED}\n`, `\n${UNRELEASED}\n\n## ${version} - ${date}\n`);
}

/**
 * What the changelog says of a version, and when it came out.
 * @param {string} changelog
 * @param {string} version
 * @returns {{ notes: string, date: string }} `notes`: Markdown; `date`: such as 2026-11-30
 */
export function releaseIn(changelog, version) {
  for (const line of changelog.split("\n")) {
    const [, found, date] = heading.exec(line) ?? [];
    if (found === version) return { notes: sectionOf(changelog, line), date };
  }
  throw new Stop(`CHANGELOG.md has no version ${version}. npm run version:set -- ${version} makes it.`);
}

/**
 * @param {string} changelog
 * @param {string} title the whole line
 */
function sectionOf(changelog, title) {
  const lines = changelog.split("\n");
  const start = lines.indexOf(title) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith("## "));
  return lines
    .slice(start, end < 0 ? undefined : end)
    .join("\n")
    .trim();
}

/**
 * Whether a file in Tauri's folder of bundles is for users: an installer, what an update is made of, or the signature of
 * what the updater installs. What is deeper is what they were made of.
 * @param {string} path from that folder
 */
export const isReleased = (path) =>
  /^[a-z]+[\\/][^\\/]+\.(deb|rpm|dmg|(AppImage|exe|msi|app\.tar\.gz)(\.sig)?)$/.test(path);

/**
 * What the updater calls a bundle, or nothing where the system's own package manager brings updates or the file is none.
 * @param {string} name of the file, as Tauri gives it
 * @returns {string[]}
 */
export function updaterKeys(name) {
  const cpu = /arm64|aarch64/.test(name) ? "aarch64" : "x86_64";
  if (name.endsWith(".AppImage")) return [`linux-${cpu}-appimage`];
  if (name.endsWith("-setup.exe")) return [`windows-${cpu}-nsis`];
  if (name.endsWith(".msi")) return [`windows-${cpu}-msi`];
  // One program for both processors.
  if (name.endsWith(".app.tar.gz")) return ["darwin-aarch64", "darwin-x86_64"];
  return [];
}

/**
 * What the updater finds of a release: the packages that are signed for it, by what it calls them.
 * @param {{ name: string, content: Buffer }[]} files of the release
 * @param {string} address of the folder that they will be in
 */
export const listedPackages = (files, address) =>
  Object.fromEntries(
    files
      .filter(({ name }) => name.endsWith(".sig"))
      .flatMap(({ name, content }) => {
        const bundle = name.slice(0, -".sig".length);
        const listed = { url: `${address}/${bundle}`, signature: content.toString("utf8").trim() };
        return updaterKeys(bundle).map((key) => [key, listed]);
      }),
  );

/**
 * The content of SHA256SUMS, which `sha256sum --check` reads.
 * @param {{ name: string, content: Buffer }[]} files
 */
export const checksums = (files) =>
  [...files]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, content }) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`)
    .join("");

/**
 * A CycloneDX bill of materials without what differs from one making to the next: when, and on which computer.
 * @template {{ metadata: { component: { name: string } } }} Bom
 * @param {Bom} bom
 * @param {string} folder of the checkout, as an address
 * @returns {Bom}
 */
export function reproducible(bom, folder) {
  const { serialNumber, ...rest } = /** @type {Bom & { serialNumber?: string }} */ (bom);
  const { timestamp, ...metadata } = /** @type {Bom["metadata"] & { timestamp?: string }} */ (rest.metadata);
  metadata.component.name = "assay";
  return JSON.parse(JSON.stringify({ ...rest, metadata }).replaceAll(folder, "file:///"));
}
