import { gzipSync } from "node:zlib";
import { changelogVersions, releaseIn } from "./release.mjs";
import { Stop } from "./run.mjs";

/** @param {string} text */
const roff = (text) => text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^['.]/gm, "\\&$&");

/**
 * The manual page, from the text that `assay --help` prints.
 * @param {string} source options.rs, which has that text
 * @param {string} version
 */
export function manPage(source, version) {
  const [, help] = /^const HELP: &str = "\\\n([^"]+)";$/m.exec(source) ?? [];
  if (!help) throw new Stop("options.rs has no HELP that a manual page can be made of.");
  const [title, usage, ...rest] = help.split("\n\n");
  const [options, texts] = [rest.at(-1) ?? "", rest.slice(0, -1)];
  const items = [...options.matchAll(/^ {2}(--\S+) +(.+)$/gm)];
  return [
    `.TH ASSAY 1 "" "Assay ${version}"`,
    `.SH NAME\nassay \\- ${roff(title.replace(/^.*: /, ""))}`,
    `.SH SYNOPSIS\n${usage
      .replace(/^Usage: /, "")
      .split(/\n */)
      .map(roff)
      .join("\n.br\n")}`,
    `.SH DESCRIPTION\n${texts.map(roff).join("\n.PP\n")}`,
    `.SH OPTIONS\n${items.map(([, option, text]) => `.TP\n.B ${roff(option)}\n${roff(text)}.`).join("\n")}\n`,
  ].join("\n");
}

/**
 * The changelog in Debian's format.
 * @param {string} changelog CHANGELOG.md
 * @param {string} version of the package; its date is today's unless it is a released one
 */
export function debianChangelog(changelog, version) {
  const released = changelogVersions(changelog).map((each) => ({ version: each, ...releaseIn(changelog, each) }));
  const today = new Date().toISOString().slice(0, "2026-11-30".length);
  const all = released.some((each) => each.version === version)
    ? released
    : [{ version, notes: "- Not yet released.", date: today }, ...released];
  return all
    .map(({ version, notes, date }) => {
      const items = notes.split(/^- /m).slice(1);
      const lines = items.map((item) =>
        wrapped(item.split(/^#/m)[0].replace(/[`*]|\s+/g, (found) => (found.trim() ? "" : " "))),
      );
      const time = new Date(date).toUTCString().replace("GMT", "+0000");
      return `assay (${version}) unstable; urgency=medium\n\n${lines.join("")}\n -- The Assay developers <>  ${time}\n`;
    })
    .join("\n");
}

/**
 * An item of a list, with lines of at most 78 characters.
 * @param {string} text
 */
const wrapped = (text) =>
  `  * ${text
    .trim()
    .replace(/(.{1,74})(?: |$)/g, "$1\n    ")
    .trimEnd()}\n`;

/**
 * A file as packages contain it; without a time, so that it is reproducible.
 * @param {string} text
 */
export const packed = (text) => gzipSync(text, { level: 9 });
