import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RotateCw } from "lucide-react";
import { I18nProvider } from "react-aria-components";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../test/axe";
import { applyStyles } from "../test/styles";
import { renderWithTexts } from "../test/texts";
import { Button } from "./buttons/Button";
import { ComboBox } from "./fields/ComboBox";
import { DateTimeField } from "./fields/DateTimeField";
import { TextField } from "./fields/TextField";
import { Dialog, DialogFooter } from "./overlays/Dialog";

it("keeps the focus and does nothing while pending", async () => {
  const user = userEvent.setup();
  const [press, submit] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
  function Form({ isPending }: { isPending: boolean }) {
    return (
      <form onSubmit={(event) => submit(event.nativeEvent)}>
        <Button type="submit" isPending={isPending} onPress={press}>
          Save
        </Button>
      </form>
    );
  }
  const { rerender } = renderWithTexts(<Form isPending={false} />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(press).toHaveBeenCalledOnce();
  expect(submit).toHaveBeenCalledOnce();

  rerender(<Form isPending />);
  const button = screen.getByRole("button", { name: /Save/ });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  // Short waits aren't shown.
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  expect(await screen.findByRole("progressbar")).toBeInTheDocument();
  expect(button).toHaveAccessibleName(/Save/);
  await user.click(button);
  await user.keyboard("{Enter}");
  expect(press).toHaveBeenCalledOnce();
  expect(submit).toHaveBeenCalledOnce();
  await expectAccessible();
});

it("shows a secret only on demand", async () => {
  renderWithTexts(<TextField label="Password" isRevealable defaultValue="s" />);
  const input = screen.getByLabelText("Password");
  expect(input).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show text" }));
  expect(input).toHaveAttribute("type", "text");
});

it("writes a date and time as the language does, not the system", async () => {
  const [user, change] = [userEvent.setup(), vi.fn()];
  renderWithTexts(
    <I18nProvider locale="de-DE">
      <DateTimeField label="Zeit" value={new Date("2026-01-20T09:30:17Z")} onChange={change} />
    </I18nProvider>,
  );
  const group = screen.getByRole("group", { name: "Zeit" });
  expect(group.textContent?.replace(/[\u2066-\u2069]/g, "")).toBe("20.01.2026, 09:30");
  await user.click(screen.getByRole("spinbutton", { name: /^Tag/ }));
  await user.keyboard("{ArrowUp}");
  expect(change).toHaveBeenLastCalledWith(new Date("2026-01-21T09:30:00Z"));
});

it("says by which keys a button works too", async () => {
  const user = userEvent.setup();
  renderWithTexts(<Button icon={RotateCw} aria-label="Reload" keys="mod+shift+r" />);
  const button = screen.getByRole("button", { name: "Reload" });
  expect(button).toHaveAttribute("aria-keyshortcuts", "Control+Shift+R");
  await user.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("ReloadCtrl Shift R");
});

it("can be scrolled by the keyboard where a dialog has more than fits", async () => {
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(2000);
  vi.spyOn(window, "ResizeObserver").mockImplementation(
    class {
      constructor(private readonly told: ResizeObserverCallback) {}
      observe() {
        this.told([], this as unknown as ResizeObserver);
      }
      unobserve() {}
      disconnect() {}
    } as unknown as () => ResizeObserver,
  );
  applyStyles("components/overlays/Dialog.module.css");
  const user = userEvent.setup();
  renderWithTexts(
    <Dialog title="Particulars" isOpen onClose={() => {}}>
      A long text.
    </Dialog>,
  );
  expect(getComputedStyle(screen.getByText("A long text.")).getPropertyValue("background")).toContain("gradient");
  await user.tab();
  await user.tab();
  expect(screen.getByText("A long text.")).toHaveFocus();
});

function renderForm() {
  renderWithTexts(
    <Dialog title="Rename" isOpen onClose={() => {}}>
      <form>
        <DialogFooter>
          <Button type="submit">Save</Button>
        </DialogFooter>
      </form>
    </Dialog>,
  );
}

it("keeps the round corners of a dialog, also with a form whose footer has a ground", () => {
  applyStyles("components/overlays/modal.module.css");
  renderForm();
  const modal = screen.getByRole("dialog").parentElement as HTMLElement;
  const style = getComputedStyle(modal);
  expect(style.getPropertyValue("border-radius")).not.toBe("");
  expect(style.getPropertyValue("overflow")).toBe("clip");
});

it("leaves the footer of a form the room below what scrolls, and its scroll bar", () => {
  applyStyles("components/overlays/Dialog.module.css");
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(59);
  renderForm();
  expect(getComputedStyle(screen.getByRole("contentinfo")).position).toBe("absolute");
  expect(screen.getByRole("dialog").style.getPropertyValue("--footer")).toBe("59px");
});

it("makes a quiet choice as wide as its text, with the arrow beside it", () => {
  applyStyles("components/fields/Field.module.css");
  renderWithTexts(<ComboBox aria-label="Project" isQuiet placeholder="All projects" entries={[]} emptyText="None" />);
  const input = screen.getByRole("combobox");
  expect(getComputedStyle(input).minWidth).toBe("100%");
  expect(input.previousElementSibling).toHaveTextContent("All projects");
  expect(input.previousElementSibling).not.toBeVisible();
});
