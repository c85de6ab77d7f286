import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Picks an entry of the menu that a button opens. */
export async function choose(user: UserEvent, button: string, entry: string | RegExp) {
  await user.click(await screen.findByRole("button", { name: button }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}
