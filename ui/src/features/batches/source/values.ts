import type { BatchSource, SourceReading } from "../../../host/contract";
import type { NewBatchValues } from "../../../shared/planning/new-batch";
import { withoutCredentials } from "../../../shared/unsaved/drafts";
import { type CreateWish, DEFAULT_WISH } from "../rules";

/** Detects everything automatically. */
export const AUTO_DETECT: SourceReading = {};

export const EMPTY_VALUES: NewBatchValues = {
  kind: "text",
  text: "",
  file: null,
  address: "",
  reading: AUTO_DETECT,
  wish: DEFAULT_WISH,
};

/** The source to preview, unless that needs a website. */
export function sourceOf({
  kind,
  text,
  file,
  reading,
}: Pick<NewBatchValues, "kind" | "text" | "file" | "reading">): BatchSource | null {
  if (kind === "text") return text.trim() === "" ? null : { kind, text, reading };
  return kind === "file" && file ? { kind, file: file.file, reading } : null;
}

/** Maximum characters of a draft. */
const LONGEST = 40_000;

/** Identifies this run of the app: file numbers are valid only within it. */
const RUN = crypto.randomUUID();

type KeptBatch = NewBatchValues & { run: string };

/** True if text can be a draft: tables may hold passwords, so only plain URL lines are saved. */
export function isKeepable(text: string): boolean {
  if (text.length > LONGEST) return false;
  return text.split("\n").every((line) => !/[\s,;|]/.test(line.trim()));
}

/** The draft to store; `null` if there is nothing worth saving. */
export function kept(values: NewBatchValues): NewBatchValues | null {
  const { text, file, address, wish } = values;
  const lines = isKeepable(text) ? text.split("\n").map(withoutCredentials).join("\n") : "";
  const isUsual = JSON.stringify(wish) === JSON.stringify(DEFAULT_WISH);
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

export function readNewBatch(values: unknown): NewBatchValues | undefined {
  const { kind, text, file, address, wish, run } = (values ?? {}) as Partial<KeptBatch>;
  if (kind !== "text" && kind !== "file" && kind !== "sitemap") return undefined;
  if (typeof text !== "string" || typeof address !== "string") return undefined;
  const isThere = run === RUN && file;
  return {
    ...EMPTY_VALUES,
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
