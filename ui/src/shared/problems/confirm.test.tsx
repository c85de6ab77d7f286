import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { expect, it, vi } from "vitest";
import { makeProblem, ProblemError } from "../../host";
import { expectAccessible } from "../../test/axe";
import { renderWithTexts } from "../../test/texts";
import { ConfirmDialog } from "./ConfirmDialog";

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
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Outcome unknown");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
