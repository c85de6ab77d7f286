import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { AddressLine } from "./AddressLine";
import { AddressText } from "./AddressText";

const ADDRESS = "northwind-shop.example/furniture?in_stock=1&page=8";

it("leaves the host out before a path that needs its room, but not for readers", () => {
  applyStyles("components/text/AddressText.module.css");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 168, 20));
  renderWithTexts(<AddressLine address={ADDRESS} />);
  expect(getComputedStyle(screen.getByText("northwind-shop.example")).fontSize).toBe("0px");
  expect(screen.getByTitle(ADDRESS)).toHaveTextContent(ADDRESS);
});

it("tells the host by its tile, among pages of other hosts", () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 168, 20));
  renderWithTexts(<AddressLine address={`www.${ADDRESS}`} hasOtherHosts />);
  const tile = screen.getByText("N");
  expect(tile).toHaveAttribute("aria-hidden", "true");
  expect(tile.compareDocumentPosition(screen.getByText(/^\/furn/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("tells the host at the start of a second line, but not a host that the first one shows", () => {
  const room = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  const shown = (address: string, width: number) => {
    room.mockReturnValue(new DOMRect(0, 0, width, 20));
    const { container, unmount } = renderWithTexts(
      <AddressLine address={address} hasOtherHosts>
        Broke Title
      </AddressLine>,
    );
    const line = container.querySelector("[title] ~ *")?.textContent;
    unmount();
    return line;
  };
  expect(shown(ADDRESS, 168)).toBe("northwind-shop.example · Broke Title");
  expect(shown("northwind-shop.example", 168)).toBe("Broke Title");
  expect(shown(ADDRESS, 400)).toBe("Broke Title");
});

it("shows the host where there is room", () => {
  applyStyles("components/text/AddressText.module.css");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 400, 20));
  renderWithTexts(<AddressLine address={ADDRESS} />);
  expect(getComputedStyle(screen.getByText("northwind-shop.example")).fontSize).toBe("medium");
});

it("keeps the end of a path that has no room, and all of it for readers", () => {
  applyStyles("components/text/AddressText.module.css");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 180, 20));
  renderWithTexts(<AddressLine address={ADDRESS} />);
  const line = screen.getByTitle(ADDRESS);
  expect(line).toHaveTextContent(ADDRESS);
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let shown = "";
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement && getComputedStyle(parentElement).fontSize !== "0px") shown += textContent;
  }
  expect(shown).toMatch(/^\/furni.+page=8$/);
  expect(shown.length).toBeLessThan("/furniture?in_stock=1&page=8".length);
});

it.each(["northwind-shop.example/", "northwind-shop.example"])(
  "shows the host of %s among pages of one site, which has nothing else to show",
  (address) => {
    renderWithTexts(
      <>
        <AddressText address={ADDRESS} isWithoutHost />
        <AddressText address={address} isWithoutHost />
      </>,
    );
    expect(screen.getAllByText("northwind-shop.example")).toHaveLength(1);
  },
);
