import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** The fields of the form for a connection. */
export const nameField = () => screen.getByLabelText("Name");
export const addressField = () => screen.getByLabelText("Address of the service");
export const keyField = () => screen.getByLabelText("API key");

/** Presses a button of the form. */
export const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

/** Fills in the form for a first connection. */
export async function fillIn(user: UserEvent, address = "seo.example.com", key = "k-123") {
  await user.type(nameField(), "Our websites");
  await user.type(addressField(), address);
  await user.type(keyField(), key);
}
