import { expect, it } from "vitest";
import table from "../../../tests/urls/typed.json";
import { problemOf } from ".";
import { checkPage } from "./fake/service";
import { addressesIn, isPageAddress } from "./page-urls";

type Typed = { text: string; url?: string; fragment?: string; reason?: { kind: string }; listed: string[] };

it.each(table satisfies Typed[])("finds in $text what the core finds", ({ text, listed }: Typed) => {
  expect(addressesIn(text).map((address) => checkPage(address).url)).toEqual(listed);
});

it.each(table satisfies Typed[])("the tests' own host reads $text as the core does", (typed: Typed) => {
  const { text, url, fragment = null, reason } = typed;
  const read = () => checkPage(text);
  if (url !== undefined) expect(read()).toEqual({ url, fragment });
  else {
    const refused = (() => {
      try {
        return read();
      } catch (thrown) {
        return problemOf(thrown).fields[0]?.reason;
      }
    })();
    expect(refused).toEqual(reason);
  }
});

it("knows addresses of pages with and without their scheme", () => {
  for (const text of [
    "example.com",
    "https://example.com/a?b=c#d",
    "HTTP://localhost:8080/",
    "www.bücher.example/ß",
    "例え.テスト",
    "example.com:8443/x",
    "localhost:8080",
    "x.example/a b",
  ]) {
    expect(isPageAddress(text), text).toBe(true);
  }
});

it("takes nothing else for one", () => {
  for (const text of [
    "",
    "hello",
    "two words.example",
    "1.5",
    "v1.2.3",
    "someone@example.com",
    "ftp://example.com/file",
    "/etc/hosts",
    "http://",
    `example.com/${"x".repeat(2100)}`,
  ]) {
    expect(isPageAddress(text), text).toBe(false);
  }
});

it("finds the lines of a text that are addresses", () => {
  expect(addressesIn("Pages\r\n example.com/a \n\nhttps://b.example\nthe end")).toEqual([
    "example.com/a",
    "https://b.example",
  ]);
});
