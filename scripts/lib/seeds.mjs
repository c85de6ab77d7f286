import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./paths.mjs";

/**
 * @typedef {{ status?: number, headers?: [string, string][], body: unknown, sent_as?: "json" | "text" | "latin1" }} Answer
 * @typedef {{ answers: Answer[] }} Case
 */

/** @param {Answer} answer */
const bytesOf = ({ body, sent_as }) =>
  typeof body === "string" && sent_as
    ? Buffer.from(body, sent_as === "latin1" ? "latin1" : "utf8")
    : JSON.stringify(body);

/**
 * The values of fields that have their own format.
 * @param {unknown} body
 * @returns {string[]}
 */
function valuesOf(body) {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    /_at$|^(id|result|score|privacy|password|reports)$/.test(name) ? [JSON.stringify(value)] : valuesOf(value),
  );
}

/**
 * Seeds for a fuzz target from a recorded case.
 * @param {string} target
 * @param {Answer} answer
 * @returns {(string | Buffer)[]}
 */
export function startsOf(target, answer) {
  switch (target) {
    case "pause":
      return (answer.headers ?? []).filter(([name]) => name === "retry-after").map(([, value]) => value);
    case "value":
      return valuesOf(answer.body);
    case "refusal": {
      const status = (answer.status ?? 200) - 300;
      return status < 0
        ? []
        : [Buffer.concat([Buffer.from([status >> 8, status & 0xff]), Buffer.from(bytesOf(answer))])];
    }
    default:
      return [bytesOf(answer)];
  }
}

/** URL lists, which no service returns. */
const SOURCES = {
  lines: "https://example.com/\nexample.org/a,b\r\nno page\n",
  table: 'url;privacy;password\n"example.com";2;"one\ntwo"\nhttps://example.org;private;\n',
  wide: Buffer.from("url\texample\nexample.com\t1\n", "utf16le"),
  sitemap: "<?xml version='1.0'?>\n<urlset><url><loc>https://example.com/?a=1&amp;b=2</loc></url></urlset>",
  index:
    "<s:sitemapindex xmlns:s='s'><s:sitemap><s:loc><![CDATA[https://example.com/]]></s:loc></s:sitemap></s:sitemapindex>",
  packed: gzipSync("<urlset><url><loc>https://example.com/</loc></url></urlset>"),
};

/**
 * All seeds of a fuzz target, by name.
 * @param {string} target
 * @returns {Record<string, string | Buffer>}
 */
export function seeds(target) {
  if (target === "source") return SOURCES;
  const folder = join(root, "tests", "wire");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(
    files.flatMap((file) => {
      /** @type {Case} */
      const { answers } = JSON.parse(readFileSync(join(folder, file), "utf8"));
      const starts = answers.flatMap((answer) => startsOf(target, answer));
      return starts.map((content, index) => [`${file.replace(/\.json$/, "")}-${index}`, content]);
    }),
  );
}
