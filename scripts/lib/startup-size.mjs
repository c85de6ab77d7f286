import { gzipSync } from "node:zlib";

/**
 * @typedef {{ [id: string]: { renderedLength: number } }} Modules
 * @typedef {{ fileName: string, code: string, imports: string[], modules: Modules }} Chunk
 * @typedef {{ name: string, size: number, modules: Modules }} Sized `size`: bytes, compressed by gzip
 */

/**
 * The chunks loaded before a list's frame is visible: the entry, its imports, and the largest language.
 * @param {readonly Chunk[]} chunks
 * @returns {{ code: Sized[], language: Sized }}
 */
export function startOf(chunks) {
  const holds = (/** @type {Chunk} */ { modules }, /** @type {RegExp} */ file) =>
    Object.keys(modules).some((id) => file.test(id.replaceAll("\\", "/")));
  const first = chunks.filter((chunk) => holds(chunk, /\/src\/main\.tsx$|\/features\/reports\/ReportsScreen\.tsx$/));
  /** @type {Set<Chunk>} */
  const loaded = new Set(first);
  // Iterating a set includes entries added meanwhile.
  for (const { imports } of loaded)
    for (const name of imports) loaded.add(/** @type {Chunk} */ (chunks.find(({ fileName }) => fileName === name)));
  const languages = chunks.filter((chunk) => holds(chunk, /\/messages\.po$/)).map(sized);
  const [language] = languages.sort((one, other) => other.size - one.size);
  if (first.length === 0 || !language) throw new Error("The start, or its texts, are not among the chunks.");
  return { code: [...loaded].map(sized), language };
}

/** @param {Chunk} chunk */
const sized = ({ fileName, code, modules }) => ({ name: fileName, size: gzipSync(code).length, modules });

/**
 * The approximate share of each package and of this app, largest first.
 * @param {readonly Sized[]} chunks
 * @returns {[string, number][]}
 */
export function makeUp(chunks) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { size, modules } of chunks) {
    const whole = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const [, name = "this app"] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll("\\", "/")) ?? [];
      if (whole > 0) sizes.set(name, (sizes.get(name) ?? 0) + (size * renderedLength) / whole);
    }
  }
  return [...sizes].sort(([, one], [, other]) => other - one);
}
