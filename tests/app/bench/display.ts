import { closeSync, openSync, readSync } from "node:fs";

/** A rectangle of the display, in pixels. */
export type Area = { x: number; y: number; width: number; height: number };

/** Reads every so many lines, since letters are higher. */
export const EACH = 3;

/** Reads a virtual display's framebuffer file (Xvfb's `-fbdir`, an X window dump). */
export class Display {
  readonly #file: number;
  readonly #start: number;
  readonly #line: number;

  constructor(file: string) {
    this.#file = openSync(file, "r");
    const header = Buffer.alloc(100);
    readSync(this.#file, header, 0, 100, 0);
    const field = (index: number) => header.readUInt32BE(index * 4);
    const [headerSize, bitsPerPixel, bytesPerLine, colors] = [field(0), field(11), field(12), field(19)];
    if (bitsPerPixel !== 32) throw new Error(`The display has ${bitsPerPixel} bits a pixel instead of 32`);
    this.#start = headerSize + colors * 12;
    this.#line = bytesPerLine;
  }

  /** Pixel colors of every third line of an area. */
  look({ x, y, width, height }: Area): Uint32Array {
    const lines = Math.ceil(height / EACH);
    const pixels = new Uint32Array(lines * width);
    const bytes = Buffer.from(pixels.buffer);
    for (let line = 0; line < lines; line++) {
      const at = this.#start + (y + line * EACH) * this.#line + x * 4;
      readSync(this.#file, bytes, line * width * 4, width * 4, at);
    }
    return pixels;
  }

  close() {
    closeSync(this.#file);
  }
}

/** The most frequent color. */
export function groundOf(picture: Uint32Array): number {
  const counts = new Map<number, number>();
  for (const color of picture) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** The share (0–1) of a picture's foreground that another picture has at the same places. */
export function likeness(wanted: Uint32Array, ground: number, found: Uint32Array): number {
  let [marks, same] = [0, 0];
  for (let at = 0; at < wanted.length; at++) {
    if (wanted[at] === ground) continue;
    marks++;
    if (wanted[at] === found[at]) same++;
  }
  return marks === 0 ? 0 : same / marks;
}
