import { expect, it } from "vitest";
import { addressesIn, isPageAddress } from "./page-urls";

it("knows addresses of pages with and without their scheme", () => {
  for (const text of [
    "example.com",
    "https://example.com/a?b=c#d",
    "HTTP://localhost:8080/",
    "www.bücher.example/ß",
    "例え.テスト",
    "example.com:8443/x",
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
    "localhost:8080",
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
