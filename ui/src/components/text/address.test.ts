import { expect, it } from "vitest";
import { splitAddress, splitPath } from "./address";

it.each([
  ["example.com", "example.com", "/"],
  ["example.com/shop?q=größe#top", "example.com", "/shop?q=größe#top"],
  ["example.com?q=1", "example.com", "?q=1"],
  ["https://example.com:8443/a", "https://example.com:8443", "/a"],
  ["", "", "/"],
])("splits %j", (address, host, path) => {
  expect(splitAddress(address)).toEqual({ host, path });
});

it.each([
  ["/", "", "/"],
  ["/infos/", "", "/infos/"],
  ["?q=1", "", "?q=1"],
  ["/blog?page=2", "", "/blog?page=2"],
  ["/exhibitions/the-printing-house", "/exhibitions", "/the-printing-house"],
  ["/reference/webhooks?utm_source=news", "/reference", "/webhooks?utm_source=news"],
  ["/lighting?in_stock=1&page=11", "/lighting?in_stock=1", "&page=11"],
  ["/a/b//", "", "/a/b//"],
])("finds the last part of %j", (path, start, end) => {
  expect(splitPath(path)).toEqual({ start, end });
});
