import { expect, it } from "vitest";
import { hasSeveralHosts, shortHost, shortPath, splitAddress, textWidth } from "./address";

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
  [["shop.example/a", "shop.example/b"], false],
  [["shop.example/a", "museum.example/a"], true],
  [["shop.example/a", ""], false],
  [[], false],
])("says whether %j are of several hosts", (addresses, isSo) => {
  expect(hasSeveralHosts(addresses)).toBe(isSo);
});

// Measured in WebKitGTK, which gives letters whole pixels.
it.each([
  ["northwind-shop.example", 157],
  ["docs.open-ledger.example", 168],
  ["/bohnen?menge=500g&abo=1&page", 232],
  ["/furniture?in_stock=1&page=8", 190],
])("takes %s for as wide as it is, or a little wider", (text, width) => {
  expect(textWidth(text)).toBeGreaterThanOrEqual(width);
  expect(textWidth(text)).toBeLessThan(width * 1.02);
});

it.each([
  ["shop.example/a", 279, "", "shop.example"],
  ["shop.example/a", 280, "shop.example", ""],
  ["shop.example/", 279, "shop.example", ""],
  ["atelier-lumière.example/infos/contact", 290, "atelier-lumière.example", ""],
  ["old-town-museum.example/exhibitions/the-printing-house", 300, "old-town-mu", "seum.example"],
  ["northwind-shop.example/furniture?in_stock=1&page=8", 320, "northwind-shop.e", "xample"],
  ["docs.open-ledger.example/reference/webhooks", 300, "docs.open-ledger.exam", "ple"],
  ["shop.io/northsea/a-path-as-long-as-this-one-is-for-a-line", 300, "shop.io", ""],
  [
    "docs.open-ledger.example/reference/webhooks?utm_source=newsletter&utm_medium=email",
    364,
    "docs.open-le",
    "dger.example",
  ],
  [
    "docs.open-ledger.example/reference/webhooks?utm_source=newsletter&utm_medium=email",
    377,
    "docs.open-ledger.example",
    "",
  ],
])("shows the host of %s in %i pixels if lines have room for hosts", (address, room, start, rest) => {
  expect(shortHost(splitAddress(address), room)).toEqual({ start, rest });
});

it("counts the ellipsis of a host that is cut before a path that is cut, too", () => {
  const { host, path } = splitAddress("docs.open-ledger.example/reference/webhooks?utm_medium=email");
  const { start } = shortHost({ host, path }, 300);
  const shown = shortPath({ host: `${start}…`, path }, 300);
  expect(textWidth(`${start}…${shown.start}…${shown.end}`)).toBeLessThanOrEqual(300);
  expect(shown.end).not.toBe("");
});

it("leaves a path whole after a host that is cut", () => {
  const { host, path } = splitAddress("kaffeewerk.example/bohnen?menge=500g&abo=1&page=6");
  const { start } = shortHost({ host, path }, 355);
  expect(start).toBe("kaffeewerk.ex");
  expect(textWidth(`${start}…${path}`)).toBeLessThanOrEqual(355);
  expect(shortPath({ host: `${start}…`, path }, 355)).toEqual({ start: path, rest: "", end: "" });
});

it.each([
  ["", "/furniture?in_stock=1&page=8", 250, "/furniture?in_stock=1&page=8", "", ""],
  ["", "/exhibitions/the-printing-house?page=8", 203, "/exhibitions/th", "e-printing-", "house?page=8"],
  ["shop.io", "/northsea/a-path-as-long-as-this-one-is", 250, "/northsea/a-pa", "th-as-long-", "as-this-one-is"],
  ["", "/furniture?in_stock=1&page=8", 80, "/furniture?in_stock=1&page=8", "", ""],
])("keeps the end of a path after “%s” that has no room: %s in %i pixels", (host, path, room, start, rest, end) => {
  expect(shortPath({ host, path }, room)).toEqual({ start, rest, end });
});
