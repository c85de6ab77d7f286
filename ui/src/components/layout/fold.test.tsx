import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe";
import { renderWithTexts } from "../../test/texts";
import { Details } from "./Details";
import { Foldable } from "./Foldable";

const button = (name: string) => screen.getByRole("button", { name });

it("unfolds and folds by pointer and keys, and keeps what is in it", async () => {
  const user = userEvent.setup();
  renderWithTexts(
    <main>
      <Foldable title="Network">
        <input aria-label="Proxy" />
      </Foldable>
    </main>,
  );
  const field = screen.getByLabelText("Proxy");
  expect(screen.getByRole("heading", { level: 2, name: "Network" })).toBeVisible();
  expect(field).not.toBeVisible();
  await user.click(button("Network"));
  expect(button("Network")).toHaveAttribute("aria-expanded", "true");
  const panel = screen.getByRole("group", { name: "Network" });
  expect(button("Network")).toHaveAttribute("aria-controls", panel.id);
  expect(field).toBeVisible();
  await expectAccessible();
  await user.type(field, "proxy.example");
  button("Network").focus();
  await user.keyboard("{Enter}");
  expect(button("Network")).toHaveAttribute("aria-expanded", "false");
  expect(field).not.toBeVisible();
  await user.keyboard(" ");
  expect(field).toBeVisible();
  expect(field).toHaveValue("proxy.example");
});

it("leaves it to its parent whether it is open", async () => {
  const user = userEvent.setup();
  const onToggle = vi.fn();
  renderWithTexts(
    <Foldable title="Network" isOpen onToggle={onToggle}>
      Proxy
    </Foldable>,
  );
  await user.click(button("Network"));
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(false);
  expect(screen.getByText("Proxy")).toBeVisible();
});

it("shows technical details when asked", async () => {
  const user = userEvent.setup();
  renderWithTexts(
    <main>
      <Details text="status: 503" />
    </main>,
  );
  await expectAccessible();
  await user.click(button("Details"));
  expect(screen.getByText("status: 503")).toBeVisible();
  await user.click(button("Details"));
  expect(screen.queryByText("status: 503")).toBeNull();
});
