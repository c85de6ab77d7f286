import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("begins to copy before the text is read, and says whether that worked", async () => {
  const copied: unknown[] = [];
  vi.stubGlobal("ClipboardItem", function item(this: object, types: object) {
    Object.assign(this, types);
  });
  const write = vi.fn(async ([item]: Record<string, Promise<Blob>>[]) => {
    copied.push(await (await item?.["text/plain"])?.text());
  });
  vi.stubGlobal("navigator", { clipboard: { write } });
  let read = (_: string) => {};
  const isDone = copyText(new Promise<string>((resolve) => (read = resolve)));
  expect(write).toHaveBeenCalledOnce();
  read("later");
  expect(await isDone).toBe(true);
  expect(copied).toEqual(["later"]);
  expect(await copyText(Promise.reject(new Error("not read")))).toBe(false);
});
