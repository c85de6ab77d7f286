import { expect, it } from "vitest";
import { shortHost, splitAddress } from "./address";

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
  ["shop.example/a", 239, "", "shop.example"],
  ["shop.example/", 198, "shop.example", ""],
  ["shop.example/a", 240, "shop.example", ""],
  ["northwind-shop.example/furniture?in_stock=1&page=8", 320, "northwind-shop.ex", "ample"],
  [
    "docs.open-ledger.example/reference/webhooks?utm_source=newsletter&utm_medium=email",
    377,
    "docs.open-ledger.example",
    "",
  ],
  ["fjord-cycles.example/routes/all-around-it-now", 240, "fjord-cycle", "s.example"],
  ["fjord-cycles.example/routes/around-the-lake-side", 240, "", "fjord-cycles.example"],
  ["fjord-cycles.example/routes/all-around-it-no", 240, "fjord-cycles", ".example"],
  ["mammamwww-mmmwww.example/infos/a-b", 240, "mammamwww-mmmww", "w.example"],
  ["northwind-shop.example/家具家具家具家具", 240, "northwind-shop.ex", "ample"],
  ["shop.io/a-path-as-long-as-this-one-is-for-a-line", 240, "shop.io", ""],
])("shortens only the host of %s for %i pixels, to most of it or to nothing", (address, room, start, rest) => {
  expect(shortHost(splitAddress(address), room)).toEqual({ start, rest });
});
