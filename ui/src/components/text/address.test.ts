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
  ["shop.example/a", 27, "shop.example", ""],
  ["northwind-shop.example/furniture?in_stock=1&page=8", 27, "northwi", "nd-shop.example"],
  ["fjord-cycles.example/routes/all-around", 27, "fjord-cy", "cles.example"],
  ["fjord-cycles.example/routes/around-the-lake", 27, "fjord-c", "ycles.example"],
  ["atelier-lumière.example/infos/", 27, "atelier-lumière.exa", "mple"],
  ["northwind-shop.example/家具家具家具", 24, "northwind-", "shop.example"],
  ["shop.io/a-path-as-long-as-this-one", 10, "shop.io", ""],
])("shortens only the host of %s for %i letters, but keeps what tells sites apart", (address, room, start, rest) => {
  expect(shortHost(splitAddress(address), room)).toEqual({ start, rest });
});
