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
  ["shop.example/a", 198, "shop.example", ""],
  ["northwind-shop.example/furniture?in_stock=1&page=8", 198, "", "northwind-shop.example"],
  ["northwind-shop.example/furniture?in_stock=1&page=8", 320, "northwind-shop.ex", "ample"],
  [
    "docs.open-ledger.example/reference/webhooks?utm_source=newsletter&utm_medium=email",
    377,
    "docs.open-ledger.example",
    "",
  ],
  ["fjord-cycles.example/routes/all-around", 198, "fjord-cycle", "s.example"],
  ["fjord-cycles.example/routes/around-the-lake", 198, "", "fjord-cycles.example"],
  ["fjord-cycles.example/routes/all-aroun", 198, "fjord-cycles", ".example"],
  ["atelier-lumière.example/infos/", 198, "atelier-lumière.example", ""],
  ["mammamwww-mmmwww.example/infos/", 198, "mammamwww-mmm", "www.example"],
  ["northwind-shop.example/家具家具家具", 190, "northwind-sho", "p.example"],
  ["shop.io/a-path-as-long-as-this-one", 120, "shop.io", ""],
])("shortens only the host of %s for %i pixels, to most of it or to nothing", (address, room, start, rest) => {
  expect(shortHost(splitAddress(address), room)).toEqual({ start, rest });
});
