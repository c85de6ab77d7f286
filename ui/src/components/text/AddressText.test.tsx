import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { AddressText } from "./AddressText";

beforeEach(() => applyStyles("components/text/AddressText.module.css"));

const styleOf = (text: string) => getComputedStyle(screen.getByText(text));

it("shortens the host first, then the start of the path, and its end last", () => {
  renderWithTexts(<AddressText address="old-town-museum.example/exhibitions/the-printing-house" />);
  const [host, start, end] = ["old-town-museum.example", "/exhibitions", "/the-printing-house"].map((part) =>
    Number(styleOf(part).flexShrink),
  );
  // None gives way by a fraction of a pixel before another.
  expect(host).toBeGreaterThan(10_000 * (start ?? 0));
  expect(start).toBeGreaterThan(10_000 * (end ?? 0));
  expect(end).toBe(1);
});

it("keeps what sites are told apart by, of every host", () => {
  renderWithTexts(<AddressText address="old-town-museum.example/visit/shop" />);
  expect(styleOf("old-town-museum.example").minWidth).toBe("5em");
  renderWithTexts(<AddressText address="a.example/maps" />);
  expect(styleOf("a.example").flexShrink).toBe("0");
});
