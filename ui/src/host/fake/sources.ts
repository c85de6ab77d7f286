import type {
  InvalidLine,
  Calls,
  FieldReason,
  Privacy,
  SitemapRead,
  SourceFile,
  SourceForm,
  SourcePreview,
  SourceReading,
} from "../contract";
import { type CallName, makeProblem, ProblemError, problemOf } from "../host";
import { keptAddress } from "./data";
import { readPage } from "./service";

export type SourceCall = Extract<CallName, `source_${string}`>;

/** A line of a source that names a page. */
export type Listed = {
  line: number | null;
  address: string;
  /** The page as services keep it. */
  stored: string;
  privacy: Privacy | null;
  password: string | null;
  /** The line of the one that named the same page before, which has a number only where the source has lines. */
  repeats?: number | null;
};

/** What a source holds. */
export type SourceContents = { listed: Listed[]; preview: SourcePreview };

/** A file as the user has it on this computer. */
export type FakeFile = { name: string; text: string };

/** The most lines that cannot be used, and the most pages, that are told. */
const MOST_BAD = 1000;
const MOST_ROWS = 50_000;

const NOTHING: SourcePreview = {
  form: "lines",
  encoding: "UTF-8",
  delimiter: null,
  has_head: false,
  columns: [],
  address: null,
  privacy: null,
  password: null,
  pages: 0,
  duplicates: 0,
  bad: 0,
  sample: [],
  bad_lines: [],
  sitemaps: [],
  fault: null,
};

/** The sources of addresses of the fake: text, files of a make-believe computer, sitemaps of a make-believe web. */
export class FakeSources {
  /** The file picked by the user. */
  chosen: FakeFile | null = { name: "pages.csv", text: "Address,Privacy\nharborcafe.example/menu,private\n" };
  /** What the web has: sitemaps by their address. */
  readonly web = new Map<string, string>();
  readonly #files: FakeFile[] = [];

  readonly handlers = {
    source_choose: (): SourceFile | null => this.chosen && this.open(this.chosen),
    source_preview: ({ source }: Calls["source_preview"]["request"]): SourcePreview => this.read(source).preview,
  };

  /** Registers a file that was picked or dropped. */
  open(file: FakeFile): SourceFile {
    const number = this.#files.push(file);
    return { file: number, name: file.name, bytes: new TextEncoder().encode(file.text).length };
  }

  /** The name of a file that was chosen or dropped. */
  nameOf(file: number): string {
    return this.#file(file).name;
  }

  /** Reads text, a file or a sitemap; anything else holds reports and is nothing to read. */
  read(source: Calls["source_preview"]["request"]["source"]): SourceContents {
    switch (source.kind) {
      case "text":
        return this.#readText(source.text, source.reading, "");
      case "file": {
        const { name, text } = this.#file(source.file);
        return this.#readText(text, source.reading, name);
      }
      case "sitemap":
        return this.#readSitemaps([readPage(source.address).href]);
      default:
        throw new ProblemError(makeProblem("invalid_input"));
    }
  }

  #file(number: number): FakeFile {
    const file = this.#files[number - 1];
    if (!file) throw new ProblemError(makeProblem("file_failed", { detail: "no such file" }));
    return file;
  }

  #readText(text: string, reading: SourceReading, name: string): SourceContents {
    if (text.includes("\0")) return { listed: [], preview: { ...NOTHING, fault: { kind: "not_text" } } };
    if (text.trimStart().startsWith("<")) return this.#readSitemaps([name], text);
    return readLines(text, reading);
  }

  #readSitemaps(names: string[], first?: string): SourceContents {
    const sitemaps: SitemapRead[] = [];
    const pages: string[] = [];
    for (const name of names) {
      const text = sitemaps.length === 0 && first !== undefined ? first : this.web.get(name);
      if (text === undefined) {
        const problem = makeProblem("name_not_found", { detail: name });
        sitemaps.push({ name, addresses: 0, fault: null, problem });
        continue;
      }
      const addresses = [...text.matchAll(/<loc>\s*(.*?)\s*<\/loc>/gs)].map(([, found]) => found ?? "");
      const isSitemap = /<(urlset|sitemapindex)[\s>]/.test(text);
      const isWhole = /<\/(urlset|sitemapindex)>\s*$/.test(text);
      const fault = !isSitemap ? "not_a_sitemap" : /<!ENTITY/.test(text) ? "entities" : isWhole ? null : "broken_xml";
      sitemaps.push({ name, addresses: addresses.length, fault: fault && { kind: fault }, problem: null });
      if (fault !== null && fault !== "broken_xml") continue;
      if (text.includes("<sitemapindex")) names.push(...addresses.filter((address) => !names.includes(address)));
      else pages.push(...addresses);
    }
    const listing = gathered(pages.map((address) => ({ line: null, address, privacy: "", password: "" })));
    const isEmpty = pages.length === 0 && sitemaps.every(({ fault, problem }) => fault === null && problem === null);
    return { ...listing, preview: madeOf(listing, { form: "sitemap", sitemaps, ...(isEmpty && EMPTY) }) };
  }
}

const EMPTY = { fault: { kind: "empty" } } as const;

type Line = { line: number | null; address: string; privacy: string; password: string };
type Gathered = { listed: Listed[]; bad: InvalidLine[] };

function readLines(text: string, reading: SourceReading): SourceContents {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: index + 1, text: line.trim() }));
  const filled = lines.filter((each) => each.text !== "");
  const delimiter = ["\t", ";", ","].find((mark) => filled[0]?.text.includes(mark)) ?? null;
  const cells = filled.map(({ line, text: whole }) => ({
    line,
    values: delimiter === null ? [whole] : whole.split(delimiter).map((value) => value.trim().replace(/^"|"$/g, "")),
  }));
  const has_head = reading.has_head ?? (cells[0]?.values.every((value) => !looksLikePage(value)) && cells.length > 1);
  const heads = has_head ? (cells[0]?.values ?? []) : [];
  const body = has_head ? cells.slice(1) : cells;
  const count = Math.max(...cells.map(({ values }) => values.length), 1);
  const form: SourceForm = count > 1 ? "table" : "lines";
  const named = (wanted: RegExp) => {
    const at = heads.findIndex((head) => wanted.test(head));
    return at < 0 ? null : at;
  };
  const found = Array.from({ length: count }, (_, at) => at).find((at) =>
    body.some(({ values }) => looksLikePage(values[at] ?? "")),
  );
  const address = reading.address ?? found ?? 0;
  // A column that the table does not have stands for none.
  const column = (wanted: number | null | undefined, usual: number | null) =>
    wanted == null ? usual : wanted < count ? wanted : null;
  const privacy = column(reading.privacy, named(/privacy/i));
  const password = column(reading.password, named(/password/i));
  const columns = Array.from({ length: form === "table" ? count : 0 }, (_, at) => ({
    name: heads[at] ?? null,
    values: at === password ? [] : body.slice(0, 5).map(({ values }) => values[at] ?? ""),
  }));
  const at = (values: string[], column: number | null) => (column === null ? "" : (values[column] ?? ""));
  const listing = gathered(
    body.map(({ line, values }) => ({
      line,
      address: at(values, address),
      privacy: at(values, privacy),
      password: at(values, password),
    })),
  );
  const isEmpty = listing.listed.length + listing.bad.length === 0;
  const read = { form, delimiter, has_head, columns, address, privacy, password, ...(isEmpty && EMPTY) };
  return { listed: listing.listed, preview: madeOf(listing, read) };
}

function looksLikePage(value: string): boolean {
  return /^(https?:\/\/)?[^\s/@]+\.[^\s@]{2,}$/i.test(value);
}

const PRIVACIES: Partial<Record<string, Privacy>> = { public: "public", private: "private", password: "password" };

function gathered(lines: Line[]): Gathered {
  const listed: Listed[] = [];
  const bad: InvalidLine[] = [];
  const seen = new Map<string, number | null>();
  for (const { line, address, privacy, password } of lines) {
    const wrong = (field: string, text: string, reason: FieldReason) =>
      bad.push({ line: line ?? 0, text: text.slice(0, 200), field, reason });
    try {
      const url = readPage(address);
      const said = PRIVACIES[privacy.toLowerCase()] ?? (password === "" ? null : "password");
      if (privacy !== "" && said === null) wrong("privacy", address, { kind: "not_a_privacy" });
      else if (password.length > 128) wrong("password", address, { kind: "too_long", limit: 128 });
      else {
        const stored = keptAddress(url).replace(/#.*$|\/$/, "");
        const before = seen.get(stored);
        if (before === undefined) seen.set(stored, line);
        const row = { line, address: url.href, stored, privacy: said, password: password || null };
        listed.push(before === undefined ? row : { ...row, repeats: before });
      }
    } catch (thrown) {
      wrong("url", address, problemOf(thrown).fields[0]?.reason ?? { kind: "not_an_address" });
    }
  }
  return { listed, bad };
}

/** A preview of what was gathered. */
function madeOf({ listed, bad }: Gathered, read: Partial<SourcePreview>): SourcePreview {
  const pages = listed.filter(({ repeats }) => repeats === undefined);
  const isCut = pages.length > MOST_ROWS;
  return {
    ...NOTHING,
    pages: Math.min(pages.length, MOST_ROWS),
    duplicates: listed.length - pages.length,
    bad: bad.length,
    sample: pages.slice(0, 10).map(({ line, address, privacy, password }) => {
      return { line, address, privacy, has_password: password !== null };
    }),
    bad_lines: bad.slice(0, MOST_BAD),
    ...read,
    ...(isCut && { fault: { kind: "too_many" } }),
  };
}
