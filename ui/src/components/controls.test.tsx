import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RotateCw } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { expect, it, vi } from "vitest";
import { makeProblem, ProblemError } from "../host";
import { ConfirmDialog } from "../shared/problems/ConfirmDialog";
import { expectAccessible } from "../test/axe";
import { renderWithTexts } from "../test/texts";
import { Button } from "./buttons/Button";
import { TextField } from "./fields/TextField";
import { Dialog } from "./overlays/Dialog";

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
  await userEvent.click(screen.getByRole("button", { name: "Show what was typed" }));
  expect(input).toHaveAttribute("type", "text");
});

function Asked(props: Partial<ComponentProps<typeof ConfirmDialog>>) {
  const [isOpen, setOpen] = useState(true);
  return (
    <ConfirmDialog
      title="Delete shop.example?"
      confirmLabel="Delete"
      onConfirm={async () => {}}
      {...props}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
    >
      Every report in it goes too.
    </ConfirmDialog>
  );
}

it("confirms only once the name is typed", async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn(async () => {});
  renderWithTexts(<Asked typeToConfirm="shop.example" onConfirm={onConfirm} />);
  const dialog = screen.getByRole("alertdialog", { name: "Delete shop.example?" });
  const button = within(dialog).getByRole("button", { name: "Delete" });
  const field = within(dialog).getByRole("textbox", { name: "Type shop.example to confirm" });
  expect(field).toHaveFocus();
  await expectAccessible();

  await user.type(field, "shop{Enter}");
  expect(button).toBeDisabled();
  expect(onConfirm).not.toHaveBeenCalled();
  await user.type(field, ".example{Enter}");
  expect(onConfirm).toHaveBeenCalledOnce();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it("stays with the reason when it failed, and cannot be left halfway", async () => {
  const user = userEvent.setup();
  let fail = (_: unknown) => {};
  const onConfirm = () => new Promise((_, reject) => (fail = reject));
  renderWithTexts(<Asked onConfirm={onConfirm} />);
  const dialog = screen.getByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await user.keyboard("{Escape}");
  expect(dialog).toBeInTheDocument();
  expect(within(dialog).getByRole("button", { name: "Cancel" })).toBeDisabled();

  fail(new ProblemError(makeProblem("outcome_unknown")));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("We do not know whether it happened");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it("says by which keys a button works too", async () => {
  const user = userEvent.setup();
  renderWithTexts(<Button icon={RotateCw} aria-label="Read again" keys="mod+shift+r" />);
  const button = screen.getByRole("button", { name: "Read again" });
  expect(button).toHaveAttribute("aria-keyshortcuts", "Control+Shift+R");
  await user.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Read againCtrl+Shift+R");
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
  const user = userEvent.setup();
  renderWithTexts(
    <Dialog title="Particulars" isOpen onClose={() => {}}>
      A long text.
    </Dialog>,
  );
  await user.tab();
  await user.tab();
  expect(screen.getByText("A long text.")).toHaveFocus();
});
