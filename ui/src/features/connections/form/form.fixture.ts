import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

export const nameField = () => screen.getByLabelText("Name");
export const addressField = () => screen.getByLabelText("Service URL");
export const keyField = () => screen.getByLabelText("API key");

export const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

/** Tests what is typed, without saving it. */
export async function test(user: UserEvent) {
  const settings = screen.getByRole("button", { name: "Advanced network settings" });
  if (settings.getAttribute("aria-expanded") === "false") await user.click(settings);
  await press(user, "Test connection");
}

export async function fillIn(user: UserEvent, address = "seo.example.com", key = "k-123") {
  await user.type(nameField(), "Company websites");
  await user.type(addressField(), address);
  await user.type(keyField(), key);
}
