import { createHash } from "node:crypto";
import { changelogVersions, releaseIn } from "./release.mjs";
import { Stop } from "./run.mjs";

/**
 * @typedef {object} Release
 * @property {string} version such as 1.4.0
 * @property {string} releases URL of the releases page, without a slash at the end
 * @property {string} changelog the whole file
 */

/** The schema that winget's manifests follow. */
const WINGET_SCHEMA = "1.10.0";
const WINGET_ID = "Assay.Assay";

const INTRODUCTION =
  "Assay shows what a page-quality service found on your web pages, who can open each report, and what to fix first. " +
  "It keeps every version of every report on this computer, and keeps API keys in the system’s keychain.";
const SUMMARY = "Manage the reports and projects of a page-quality service";

/**
 * The repository of a releases page, as a URL.
 * @param {string} releases
 */
export const repositoryOf = (releases) => releases.replace(/\/releases$/, "");

const escapes = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" });
const escaped = (/** @type {string} */ text) => text.replace(/[&<>]/g, (found) => escapes[found]);

/**
 * Release notes as AppStream's markup.
 * @param {string} notes Markdown with headings and lists
 */
export function appstreamNotes(notes) {
  const plain = (/** @type {string} */ text) =>
    escaped(
      text
        .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
        .replace(/[`*]/g, "")
        // Software centers reject URLs in descriptions.
        .replace(/\bhttps?:\/\/(?=\w)|:\/\//g, "")
        .replace(/\s+/g, " ")
        .trim(),
    );
  /** @type {string[]} */
  const parts = [];
  for (const block of notes.split(/\n{2,}/)) {
    const items = block.split(/^- /m).slice(1);
    if (items.length > 0) parts.push(`<ul>${items.map((item) => `<li>${plain(item)}</li>`).join("")}</ul>`);
    else parts.push(`<p>${plain(block.replace(/^#+ /, ""))}</p>`);
  }
  return parts.join("");
}

/**
 * The metainfo with addresses, pictures, and the released versions.
 * @param {string} metainfo without them
 * @param {Release} release
 */
export function metainfoFor(metainfo, { version, releases, changelog }) {
  const repository = repositoryOf(releases);
  const pictures = /** @type {const} */ ([
    ["overview", "What to fix first, and whether it gets better"],
    ["report", "A report with its checks, and why each matters"],
    ["comparison", "What changed between two states of a report"],
  ]);
  const screenshots = pictures.map(
    ([name, caption], index) =>
      `    <screenshot${index === 0 ? ' type="default"' : ""}>\n      <caption>${caption}</caption>\n` +
      `      <image>${repository}/raw/v${version}/docs/pictures/${name}.png</image>\n    </screenshot>\n`,
  );
  const versions = changelogVersions(changelog).map((each) => {
    const { notes, date } = releaseIn(changelog, each);
    return (
      `    <release version="${each}" date="${date}">\n      <url>${releases}/tag/v${each}</url>\n` +
      `      <description>${appstreamNotes(notes)}</description>\n    </release>\n`
    );
  });
  const added =
    `  <url type="homepage">${repository}</url>\n  <url type="bugtracker">${repository}/issues</url>\n` +
    `  <url type="vcs-browser">${repository}</url>\n` +
    `  <screenshots>\n${screenshots.join("")}  </screenshots>\n  <releases>\n${versions.join("")}  </releases>\n`;
  const end = "</component>";
  if (!metainfo.includes(end)) throw new Stop(`The metainfo has no ${end}.`);
  return metainfo.replace(end, () => added + end);
}

/**
 * The manifests for winget, by file name.
 * @param {Release} release
 * @param {{ name: string, content: Buffer }[]} files of the release
 * @returns {Record<string, string>} none without Windows installers
 */
export function wingetManifests({ version, releases, changelog }, files) {
  const installers = files
    .filter(({ name }) => name.endsWith("-setup.exe"))
    .map(({ name, content }) => ({
      Architecture: /arm64|aarch64/.test(name) ? "arm64" : "x64",
      InstallerUrl: `${releases}/download/v${version}/${name}`,
      InstallerSha256: sha256(content).toUpperCase(),
    }));
  if (installers.length === 0) return {};
  const repository = repositoryOf(releases);
  const common = { PackageIdentifier: WINGET_ID, PackageVersion: version };
  const documents = {
    version: { ...common, DefaultLocale: "en-US" },
    installer: {
      ...common,
      InstallerType: "nullsoft",
      Scope: "user",
      InstallModes: ["interactive", "silent"],
      UpgradeBehavior: "install",
      Protocols: ["assay"],
      ReleaseDate: releaseIn(changelog, version).date,
      Installers: installers,
    },
    defaultLocale: {
      ...common,
      PackageLocale: "en-US",
      Publisher: "The Assay developers",
      PublisherUrl: repository,
      PublisherSupportUrl: `${repository}/issues`,
      PackageName: "Assay",
      PackageUrl: repository,
      License: "MIT",
      LicenseUrl: `${repository}/blob/v${version}/LICENSE`,
      ShortDescription: SUMMARY,
      Description: INTRODUCTION,
      Tags: ["audit", "quality", "report", "seo", "web"],
      ReleaseNotesUrl: `${releases}/tag/v${version}`,
    },
  };
  return Object.fromEntries(
    Object.entries(documents).map(([type, document]) => {
      const name = { version: "", installer: ".installer", defaultLocale: ".locale.en-US" }[type];
      const whole = { ...document, ManifestType: type, ManifestVersion: WINGET_SCHEMA };
      return [`winget/${WINGET_ID}${name}.yaml`, yaml(whole)];
    }),
  );
}

/**
 * The cask for Homebrew, by file name.
 * @param {Release} release
 * @param {{ name: string, content: Buffer }[]} files of the release
 * @returns {Record<string, string>} none without a .dmg
 */
export function homebrewCask({ version, releases }, files) {
  const image = files.find(({ name }) => name.endsWith(".dmg"));
  if (!image) return {};
  const file = image.name.replace(version, "#{version}");
  const cask = `cask "assay" do
  version "${version}"
  sha256 "${sha256(image.content)}"

  url "${releases}/download/v#{version}/${file}"
  name "Assay"
  desc "${SUMMARY}"
  homepage "${repositoryOf(releases)}"

  livecheck do
    url :url
    strategy :github_latest
  end

  auto_updates true
  depends_on macos: ">= :monterey"

  app "Assay.app"

  zap trash: [
    "~/Library/Application Support/app.assay.Assay",
    "~/Library/Caches/app.assay.Assay",
    "~/Library/Logs/app.assay.Assay",
    "~/Library/WebKit/app.assay.Assay",
  ]
end
`;
  return { "homebrew/assay.rb": cask };
}

/** @param {Buffer} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/**
 * Values as YAML; JSON's strings are YAML's.
 * @param {Record<string, string | string[] | Record<string, string>[]>} document
 */
function yaml(document) {
  const lines = Object.entries(document).flatMap(([key, value]) => {
    if (typeof value === "string") return [`${key}: ${JSON.stringify(value)}`];
    const items = value.flatMap((item) => {
      if (typeof item === "string") return [`- ${JSON.stringify(item)}`];
      return Object.entries(item).map(([name, text], at) => `${at === 0 ? "-" : " "} ${name}: ${JSON.stringify(text)}`);
    });
    return [`${key}:`, ...items];
  });
  return `${lines.join("\n")}\n`;
}
