import type { BatchSource, SourceFile, SourceReading } from "../../../host/contract";
import { withoutCredentials } from "../../../shared/unsaved/drafts";
import { type CreateWish, USUAL_WISH } from "../rules";

/** Where the addresses of a new batch are taken from. */
type SourceKind = "text" | "file" | "sitemap";

/** How everything is read as it is found. */
export const AUTO_DETECT: SourceReading = {};

/** What is typed and chosen for a new batch, but for passwords. */
export type NewBatchValues = {
  kind: SourceKind;
  text: string;
  file: SourceFile | null;
  /** The address of a sitemap, as it is typed. */
  address: string;
  /** How the text, or the file, is to be read. */
  reading: SourceReading;
  wish: CreateWish;
};

/** The values to begin with. */
export const NO_VALUES: NewBatchValues = {
  kind: "text",
  text: "",
  file: null,
  address: "",
  reading: AUTO_DETECT,
  wish: USUAL_WISH,
};

/** The source that the values stand for, where it can be looked into without asking any website. */
export function sourceOf({
  kind,
  text,
  file,
  reading,
}: Pick<NewBatchValues, "kind" | "text" | "file" | "reading">): BatchSource | null {
  if (kind === "text") return text.trim() === "" ? null : { kind, text, reading };
  return kind === "file" && file ? { kind, file: file.file, reading } : null;
}

/** The most characters that go into a draft. */
const LONGEST = 40_000;

/** Tells this run of the app from others, whose files have other numbers. */
const RUN = crypto.randomUUID();

type KeptBatch = NewBatchValues & { run: string };

/**
 * Whether a text can be kept. A table cannot, as it may hold passwords, whatever its columns are called; nor can anything
 * else that is more than an address a line.
 */
export function isKeepable(text: string): boolean {
  if (text.length > LONGEST) return false;
  return text.split("\n").every((line) => !/[\s,;|]/.test(line.trim()));
}

/** What of the values goes to the disk; `null` where there is nothing worth it. */
export function kept(values: NewBatchValues): NewBatchValues | null {
  const { text, file, address, wish } = values;
  const lines = isKeepable(text) ? text.split("\n").map(withoutCredentials).join("\n") : "";
  const isUsual = JSON.stringify(wish) === JSON.stringify(USUAL_WISH);
  if (lines.trim() === "" && file === null && address.trim() === "" && isUsual) return null;
  const draft: KeptBatch = {
    ...values,
    text: lines,
    address: withoutCredentials(address),
    reading: AUTO_DETECT,
    run: RUN,
  };
  return draft;
}

/** Reads what was kept. */
export function readNewBatch(values: unknown): NewBatchValues | undefined {
  const { kind, text, file, address, wish, run } = (values ?? {}) as Partial<KeptBatch>;
  if (kind !== "text" && kind !== "file" && kind !== "sitemap") return undefined;
  if (typeof text !== "string" || typeof address !== "string") return undefined;
  const isThere = run === RUN && file;
  return {
    ...NO_VALUES,
    kind: kind === "file" && !isThere ? "text" : kind,
    text,
    file: isThere ? file : null,
    address,
    wish: readWish(wish),
  };
}

function readWish(value: unknown): CreateWish {
  const { privacy, known, change_known, match_project } = (value ?? {}) as Partial<CreateWish>;
  return {
    kind: "create",
    privacy: privacy === "public" || privacy === "password" ? privacy : "private",
    known: readRule(known),
    change_known: change_known === true,
    match_project: typeof match_project === "string" ? match_project : null,
  };
}

function readRule(value: unknown): CreateWish["known"] {
  const { kind, days } = (value ?? {}) as { kind?: unknown; days?: unknown };
  if (kind === "refresh_older_than" && typeof days === "number") return { kind, days };
  return kind === "skip" || kind === "create" ? { kind } : { kind: "refresh" };
}
