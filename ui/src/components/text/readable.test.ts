import { expect, it } from "vitest";
import table from "../../../../tests/urls/readable.json";
import { readable } from "./readable";

it.each(table)("reads $url as $readable, as the core does", ({ url, readable: expected }) => {
  expect(readable(url)).toBe(expected);
});
