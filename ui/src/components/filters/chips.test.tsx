import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { expectAccessible } from "../../test/axe";
import { renderWithTexts } from "../../test/texts";
import { FilterChips } from "./FilterChips";

function Filters({ start }: { start: string[] }) {
  const [active, setActive] = useState(start);
  return (
    <main>
      <button type="button">Before</button>
      <FilterChips
        chips={active.map((id) => ({ id, label: id, onRemove: () => setActive((now) => now.filter((x) => x !== id)) }))}
        onClear={() => setActive([])}
      />
      <button type="button">After</button>
    </main>
  );
}

const chip = (name: string) => screen.getByRole("row", { name });
const chips = () => screen.queryAllByRole("row").map(({ textContent }) => textContent);

it("removes chips by the keyboard and keeps the focus among them, to the last", async () => {
  const user = userEvent.setup();
  renderWithTexts(<Filters start={["Bad", "shop.example", "winter"]} />);
  await screen.findByRole("row", { name: "Bad" });
  await expectAccessible();
  await user.tab();
  await user.tab();
  await user.keyboard("{ArrowRight}");
  expect(chip("shop.example")).toHaveFocus();
  await user.keyboard("{Delete}");
  expect(chips()).toEqual(["Bad", "winter"]);
  expect(screen.getByRole("status")).toHaveTextContent("Filter cleared: shop.example");
  expect(chip("winter")).toHaveFocus();
  await user.keyboard("{Backspace}");
  expect(chip("Bad")).toHaveFocus();
  await user.keyboard("{Delete}");
  const place = screen.getByRole("group", { name: "Active filters" });
  expect(place).toHaveFocus();
  expect(place).toHaveTextContent("No filters");
  await expectAccessible();
  await user.tab();
  expect(screen.getByRole("button", { name: "After" })).toHaveFocus();
  expect(place).not.toBeVisible();
});

it("removes a chip by its button and leaves nothing behind after the last", async () => {
  const user = userEvent.setup();
  renderWithTexts(<Filters start={["Bad", "winter"]} />);
  await user.click(await screen.findByRole("button", { name: "Remove Bad" }));
  expect(chips()).toEqual(["winter"]);
  await user.click(screen.getByRole("button", { name: "Remove winter" }));
  expect(screen.queryByText("No filters")).not.toBeVisible();
});

it("announces each removal, even of the same filter again", async () => {
  const user = userEvent.setup();
  const filters = (active: string[]) => (
    <FilterChips chips={active.map((id) => ({ id, label: id, onRemove: () => {} }))} onClear={() => {}} />
  );
  const { rerender } = renderWithTexts(filters(["Bad"]));
  await user.click(await screen.findByRole("button", { name: "Remove Bad" }));
  expect(screen.getByRole("status")).toHaveTextContent("Filter cleared: Bad");
  rerender(filters([]));
  rerender(filters(["Bad"]));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("removes all at once, by the keyboard without losing the place", async () => {
  const user = userEvent.setup();
  renderWithTexts(<Filters start={["Bad", "winter"]} />);
  const all = screen.getByRole("button", { name: "Clear all" });
  all.focus();
  await user.keyboard("{Enter}");
  expect(chips()).toEqual([]);
  expect(screen.getByRole("group", { name: "Active filters" })).toHaveFocus();
  expect(screen.getByRole("status")).toHaveTextContent("Filters cleared");
});
