import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

const ENTRIES = ["menuitem", "menuitemradio", "menuitemcheckbox"] as const;

/** Closes a submenu with its menu. */
export const CLOSE = "{Escape}{Escape}";

/** Opens the View menu and chooses one entry after another, through its submenus. */
export async function chooseInView(user: UserEvent, ...names: (string | RegExp)[]): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "View" }));
  for (const name of names) await user.click(await entry(name));
}

/** An entry of an open menu, of any kind. */
export function entry(name: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = ENTRIES.flatMap((role) => screen.queryAllByRole(role, { name }));
    if (!found) throw new Error(`no entry ${name}`);
    return found;
  });
}
