// Icon files with a simpler drawing in their small sizes.

/** In pixels: up to this size, the simpler drawing is clearer. */
const MAX_SMALL = 48;

/** Types of up to 32 pixels; `ic11` is 16 pixels at double density. */
const SMALL_TYPES = new Set(["is32", "s8mk", "il32", "l8mk", "ic11"]);

const ICO_HEAD = 6;
const ICO_ENTRY = 16;

/**
 * A Windows icon with the small pictures of one file and the others of another.
 * @param {Buffer} large
 * @param {Buffer} small
 */
export function mergedIco(large, small) {
  const pictures = [
    ...picturesOf(small).filter(({ size }) => size <= MAX_SMALL),
    ...picturesOf(large).filter(({ size }) => size > MAX_SMALL),
  ];
  const head = Buffer.from(large.subarray(0, ICO_HEAD));
  head.writeUInt16LE(pictures.length, 4);
  let offset = ICO_HEAD + ICO_ENTRY * pictures.length;
  const entries = pictures.map(({ entry, data }) => {
    const moved = Buffer.from(entry);
    moved.writeUInt32LE(offset, 12);
    offset += data.length;
    return moved;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ data }) => data)]);
}

/** @param {Buffer} ico */
function picturesOf(ico) {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
    const entry = ico.subarray(ICO_HEAD + ICO_ENTRY * at, ICO_HEAD + ICO_ENTRY * (at + 1));
    const start = entry.readUInt32LE(12);
    // 0 stands for 256.
    return { size: entry[0] || 256, entry, data: ico.subarray(start, start + entry.readUInt32LE(8)) };
  });
}

/**
 * A macOS icon with the small pictures of one file and the others of another.
 * @param {Buffer} large
 * @param {Buffer} small
 */
export function mergedIcns(large, small) {
  const blocks = [
    ...blocksOf(small).filter(({ type }) => SMALL_TYPES.has(type)),
    ...blocksOf(large).filter(({ type }) => !SMALL_TYPES.has(type)),
  ].map(({ block }) => block);
  const head = Buffer.from(large.subarray(0, 8));
  head.writeUInt32BE(8 + blocks.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...blocks]);
}

/** @param {Buffer} icns */
function blocksOf(icns) {
  const blocks = [];
  for (let at = 8; at < icns.length; ) {
    const end = at + icns.readUInt32BE(at + 4);
    blocks.push({ type: icns.toString("latin1", at, at + 4), block: icns.subarray(at, end) });
    at = end;
  }
  return blocks;
}
