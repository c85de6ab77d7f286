import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mergedIcns, mergedIco } from "./icons.mjs";
import { root } from "./paths.mjs";

/** An icon file whose pictures are their drawing's name. */
const ico = (/** @type {string} */ drawing, sizes = [16, 48, 64, 0]) => {
  const head = Buffer.from([0, 0, 1, 0, sizes.length, 0]);
  const entries = sizes.map((size, at) => {
    const entry = Buffer.alloc(16);
    entry[0] = size;
    entry.writeUInt32LE(drawing.length, 8);
    entry.writeUInt32LE(6 + 16 * sizes.length + drawing.length * at, 12);
    return entry;
  });
  return Buffer.concat([head, ...entries, Buffer.from(drawing.repeat(sizes.length))]);
};

const icns = (/** @type {string} */ drawing, types = ["ic07", "is32", "ic11"]) => {
  const blocks = types.map((type) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + drawing.length);
    return Buffer.concat([Buffer.from(type), size, Buffer.from(drawing)]);
  });
  return Buffer.concat([Buffer.from("icns"), Buffer.alloc(4), ...blocks]);
};

test("a Windows icon has the simpler drawing up to 48 pixels", () => {
  const merged = mergedIco(ico("large"), ico("tiny"));
  const pictures = [0, 1, 2, 3].map((at) => {
    const [length, start] = [merged.readUInt32LE(6 + 16 * at + 8), merged.readUInt32LE(6 + 16 * at + 12)];
    return [merged[6 + 16 * at], merged.toString("latin1", start, start + length)];
  });
  assert.deepEqual(pictures, [
    [16, "tiny"],
    [48, "tiny"],
    [64, "large"],
    [0, "large"],
  ]);
});

test("a macOS icon has the simpler drawing up to 32 pixels and tells its length", () => {
  const merged = mergedIcns(icns("large"), icns("tiny"));
  assert.equal(merged.readUInt32BE(4), merged.length);
  assert.match(merged.toString("latin1", 8), /^is32....tinyic11....tinyic07....large$/s);
});

test("the icons of all systems are whole", () => {
  const read = (/** @type {string} */ name) => readFileSync(join(root, "src-tauri", "icons", name));
  assert.deepEqual(mergedIco(read("icon.ico"), read("icon.ico")), read("icon.ico"));
  assert.equal(read("icon.icns").readUInt32BE(4), read("icon.icns").length);
});
