import type { Calls, SourceFile } from "../contract";
import type { CallName } from "../host";
import { previews } from "./recorded";

export type SourceCall = Extract<CallName, `source_${string}`>;
type Handlers = { [N in SourceCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

/** A file on the user's computer. */
export type FakeFile = { name: string; text: string };

/** Files to read URLs from, with recorded previews. */
export class FakeSources {
  /** The file picked by the user. */
  chosen: FakeFile | null = { name: "pages.csv", text: "Address,Privacy\nharborcafe.example/menu,private\n" };
  readonly #files: FakeFile[] = [];

  readonly handlers: Handlers = {
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
