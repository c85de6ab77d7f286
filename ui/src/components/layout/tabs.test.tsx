import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useState } from "react";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe";
import { renderWithTexts } from "../../test/texts";
import { Tabs, type TabsProps } from "./Tabs";

function Parts(props: Partial<TabsProps>) {
  const [isFilled, setFilled] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setFilled(!isFilled)}>
        Before
      </button>
      <Tabs
        aria-label="Report"
        tabs={[
          { id: "checks", label: "Checks", content: isFilled ? <a href="#first">First</a> : "Nothing yet" },
          { id: "history", label: "History", content: <button type="button">Compare</button> },
          { id: "details", label: "Details", content: "Number 4711" },
        ]}
        {...props}
      />
    </main>
  );
}

function start(props: Partial<TabsProps> = {}) {
  renderWithTexts(<Parts {...props} />);
  return userEvent.setup();
}

const tab = (name: string) => screen.getByRole("tab", { name });
const panel = () => screen.getByRole("tabpanel");

function expectSelected(name: string) {
  expect(screen.getByRole("tab", { selected: true })).toHaveAccessibleName(name);
  expect(panel()).toHaveAccessibleName(name);
  expect(tab(name)).toHaveAttribute("aria-controls", panel().id);
}

it("begins with the first tab, and draws its panel alone", async () => {
  start();
  expectSelected("Checks");
  expect(panel()).toHaveTextContent("Nothing yet");
  expect(screen.queryByText("Compare")).toBeNull();
  await expectAccessible();
});

it("is whole at its first commit", () => {
  let atFirst: string | null = null;
  function Beside() {
    useLayoutEffect(() => {
      atFirst ??= document.querySelector("[role=tab]")?.textContent ?? "none";
    }, []);
    return null;
  }
  renderWithTexts(
    <>
      <Parts />
      <Beside />
    </>,
  );
  expect(atFirst).toBe("Checks");
});

it("is one stop for Tab, where the selected tab is", async () => {
  const user = start();
  await user.click(tab("History"));
  expect(tab("History")).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: "Compare" })).toHaveFocus();
  await user.tab({ shift: true });
  expect(tab("History")).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByRole("button", { name: "Before" })).toHaveFocus();
});

it("selects by the arrow keys, around both ends, and by Home and End", async () => {
  const user = start();
  await user.click(tab("Checks"));
  await user.keyboard("{ArrowRight}");
  expect(tab("History")).toHaveFocus();
  expectSelected("History");
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expectSelected("Checks");
  await user.keyboard("{ArrowLeft}");
  expect(tab("Details")).toHaveFocus();
  expectSelected("Details");
  await user.keyboard("{Home}");
  expectSelected("Checks");
  await user.keyboard("{End}");
  expectSelected("Details");
  await user.keyboard("{ArrowDown}");
  expectSelected("Details");
});

it("lets Tab reach a panel only while nothing in it takes the focus", async () => {
  const user = start();
  await user.click(tab("Checks"));
  await user.tab();
  expect(panel()).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Before" }));
  await waitFor(() => expect(panel()).not.toHaveAttribute("tabindex"));
  await user.click(screen.getByRole("button", { name: "Before" }));
  await waitFor(() => expect(panel()).toHaveAttribute("tabindex", "0"));
});

it("keeps the focus on a panel whose content arrives", async () => {
  const user = start();
  await user.click(tab("Checks"));
  await user.tab();
  act(() => screen.getByRole("button", { name: "Before" }).click());
  await screen.findByRole("link", { name: "First" });
  expect(panel()).toHaveAttribute("tabindex", "0");
  expect(panel()).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("link", { name: "First" })).toHaveFocus();
  expect(panel()).not.toHaveAttribute("tabindex");
});

it("leaves the selection to its parent, and reports only another one", async () => {
  const onSelect = vi.fn();
  const user = start({ selected: "history", onSelect });
  await user.click(tab("History"));
  expect(onSelect).not.toHaveBeenCalled();
  await user.keyboard("{ArrowRight}");
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("details");
  expectSelected("History");
});

it("goes the other way where the text does", async () => {
  document.documentElement.dir = "rtl";
  document.body.style.direction = "rtl";
  const user = start();
  await user.click(tab("Checks"));
  await user.keyboard("{ArrowLeft}");
  expectSelected("History");
  document.documentElement.removeAttribute("dir");
  document.body.removeAttribute("style");
});
