import type { Calls, SourceFile } from "../contract";
import type { CallName } from "../host";
import { previews } from "./recorded";

export type SourceCall = Extract<CallName, `source_${string}` | `sitemap_${string}`>;
type Handlers = { [N in SourceCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

/** A file on the user's computer. */
export type FakeFile = { name: string; text: string };

/** Files to read URLs from, with recorded previews. */
export class FakeSources {
  /** The file picked by the user. */
  chosen: FakeFile | null = { name: "pages.csv", text: "Address,Privacy\nharborcafe.example/menu,private\n" };
  /** The pages without a report by project, of a sitemap that was read at a time. */
  missing: { sitemap: string; read_at: string; pages: Record<string, string[]> } | null = null;
  readonly #files: FakeFile[] = [];

  readonly handlers: Handlers = {
    sitemap_gaps: () =>
      Object.entries(this.missing?.pages ?? {}).map(([project, pages]) => ({
        sitemap: this.missing?.sitemap ?? "",
        project,
        read_at: this.missing?.read_at ?? "",
        pages: pages.length + 10,
        missing: pages.length,
      })),
    sitemap_missing: ({ project }) =>
      Object.entries(this.missing?.pages ?? {}).flatMap(([site, pages]) =>
        project == null || project === site ? pages : [],
      ),
    source_choose: () => this.chosen && this.open(this.chosen),
    source_preview: (request) => {
      const { source } = request;
      const asked = source.kind === "file" ? { ...source, file: this.#files[source.file - 1] } : source;
      return previews.answer("source_preview", { ...request, source: asked } as typeof request);
    },
  };

  /** Registers a file that was picked or dropped. */
  open(file: FakeFile): SourceFile {
    const number = this.#files.push(file);
    return { file: number, name: file.name, bytes: new TextEncoder().encode(file.text).length };
  }
}
