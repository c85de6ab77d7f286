import { expect, it } from "vitest";
import { splitAddress } from "./address";

it.each([
  ["example.com", "example.com", "/"],
  ["example.com/shop?q=größe#top", "example.com", "/shop?q=größe#top"],
  ["example.com?q=1", "example.com", "?q=1"],
  ["https://example.com:8443/a", "https://example.com:8443", "/a"],
  ["", "", "/"],
])("splits %j", (address, host, path) => {
  expect(splitAddress(address)).toEqual({ host, path });
});
