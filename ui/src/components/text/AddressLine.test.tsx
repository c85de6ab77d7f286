import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { AddressLine } from "./AddressLine";

const ADDRESS = "northwind-shop.example/furniture?in_stock=1&page=8";

it.each([
  [198, "northwi"],
  [400, "northwind-shop.example"],
])("shortens the host before the path in %i pixels, but not for readers", (width, host) => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 20));
  renderWithTexts(<AddressLine address={ADDRESS} />);
  expect(screen.getByText(host)).toBeVisible();
  expect(screen.getByTitle(ADDRESS)).toHaveTextContent(ADDRESS);
});
