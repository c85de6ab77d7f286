import type { SourcePreview } from "../../../host/contract";
import type { BatchLabels } from "../labels";
import type { FaultWords } from "./faults";

type LineNote = {
  text: string;
  /** Shown instead, where there is little room. */
  short?: string;
  /** The line is of no use. */
  isIgnored: boolean;
};

export type LineNotes = {
  /** The note on a line, from 1, as long as it has the text that was previewed. */
  of: (line: number, text: string) => LineNote | undefined;
  /** The lines that add no page, in order. */
  unused: readonly number[];
  /** Further lines add no page, but have no note. */
  isCut: boolean;
};

export const NO_NOTES: LineNotes = { of: () => undefined, unused: [], isCut: false };

/** The notes that a preview has for the lines of its text. */
export function notesOf(
  { bad, bad_lines, duplicates, has_head, repeats, sample }: SourcePreview,
  text: string,
  faults: FaultWords,
  words: BatchLabels,
): LineNotes {
  const lines = text.split("\n");
  const notes = new Map<number, LineNote>();
  if (has_head) {
    const line = lines.findIndex((text) => text.trim() !== "") + 1;
    notes.set(line, { text: faults.header, isIgnored: false });
  }
  for (const { line, privacy, has_password } of sample) {
    const own = has_password ? "password" : privacy;
    if (line !== null && own) notes.set(line, { text: words.privacy[own], isIgnored: false });
  }
  for (const { line, first } of repeats) {
    notes.set(line, { text: words.skipped({ kind: "duplicate", line: first }), isIgnored: false });
  }
  for (const bad of bad_lines) {
    notes.set(bad.line, { text: faults.note(bad), short: faults.shortNote(bad), isIgnored: true });
  }
  const unused = new Set([...repeats, ...bad_lines].map(({ line }) => line));
  return {
    of: (line, text) => (lines[line - 1] === text ? notes.get(line) : undefined),
    unused: [...unused].sort((one, other) => one - other),
    isCut: bad > bad_lines.length || duplicates > repeats.length,
  };
}
