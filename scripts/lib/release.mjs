import { createHash } from "node:crypto";
import { Stop } from "./run.mjs";

/** Headings of released versions in CHANGELOG.md. */
const heading = /^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/;
const UNRELEASED = "## Unreleased";

/**
 * The numbers of a version; stops on previews, which would need their own update rules.
 * @param {string | undefined} version
 */
function numbersOf(version) {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version ?? "");
  if (!match) throw new Stop(`A version is three numbers such as 1.4.0, not "${version ?? ""}".`);
  return match.slice(1).map(Number);
}

/**
 * True if a version is newer than another.
 * @param {string} version
 * @param {string} than
 */
export function isNewer(version, than) {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place >= 0 && left[place] > right[place];
}

/** The version in the workspace's Cargo.toml. */
const cargoVersion = /(?<=^\[workspace\.package\]\nversion = ")[^"]+(?=")/m;

/** @param {string} toml */
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
 * The changelog with its unreleased part as a version.
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
 * A version's notes and release date.
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
 * The released versions, newest first.
 * @param {string} changelog
 */
export const changelogVersions = (changelog) => changelog.split("\n").flatMap((line) => heading.exec(line)?.[1] ?? []);

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
 * True for release files in Tauri's bundle folder: installers, update packages, and their signatures; deeper files are
 * build inputs.
 * @param {string} path from that folder
 */
export const isReleased = (path) =>
  /^[a-z]+[\\/][^\\/]+\.(dmg|(deb|rpm|AppImage|exe|msi|app\.tar\.gz)(\.sig)?)$/.test(path);

/**
 * The updater's names for a bundle; empty if it isn't one.
 * @param {string} name of the file, as Tauri gives it
 * @returns {string[]}
 */
export function updaterKeys(name) {
  const cpu = /arm64|aarch64/.test(name) ? "aarch64" : "x86_64";
  if (name.endsWith(".deb")) return [`linux-${cpu}-deb`];
  if (name.endsWith(".rpm")) return [`linux-${cpu}-rpm`];
  if (name.endsWith(".AppImage")) return [`linux-${cpu}-appimage`];
  if (name.endsWith("-setup.exe")) return [`windows-${cpu}-nsis`];
  if (name.endsWith(".msi")) return [`windows-${cpu}-msi`];
  // One universal program.
  if (name.endsWith(".app.tar.gz")) return ["darwin-aarch64", "darwin-x86_64"];
  return [];
}

/**
 * The signed packages of a release, by the updater's names.
 * @param {{ name: string, content: Buffer }[]} files of the release
 * @param {string} address URL of their future folder
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
 * The content of SHA256SUMS, for `sha256sum --check`.
 * @param {{ name: string, content: Buffer }[]} files
 */
export const checksums = (files) =>
  [...files]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, content }) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`)
    .join("");

/**
 * A CycloneDX bill of materials without time and computer, so that it is reproducible.
 * @template {{ metadata: { component: { name: string } } }} Bom
 * @param {Bom} bom
 * @param {string} folder of the checkout, as a URL
 * @returns {Bom}
 */
export function reproducible(bom, folder) {
  const { serialNumber, ...rest } = /** @type {Bom & { serialNumber?: string }} */ (bom);
  const { timestamp, ...metadata } = /** @type {Bom["metadata"] & { timestamp?: string }} */ (rest.metadata);
  metadata.component.name = "assay";
  return JSON.parse(JSON.stringify({ ...rest, metadata }).replaceAll(folder, "file:///"));
}
