import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeProblem } from "../../host";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const at = "/settings?section=branding";

it("keeps the sender’s name, footer, color, and logo", async () => {
  const { host, user } = await renderApp({ at });
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Brightleaf");
  await user.type(screen.getByRole("textbox", { name: "Footer" }), "hello@brightleaf.example");
  fireEvent.change(screen.getByLabelText("Color"), { target: { value: "#00465a" } });
  await user.click(screen.getByRole("button", { name: "Choose logo…" }));
  expect(await screen.findByRole("img", { name: "Logo" })).toBeVisible();
  await expectAccessible();
  await waitFor(() =>
    expect(host.requests("branding_save").at(-1)).toMatchObject({
      name: "Brightleaf",
      footer: "hello@brightleaf.example",
      accent: "#00465a",
      logo: expect.stringMatching(/^data:image\/png;base64,/),
    }),
  );
  await user.click(screen.getByRole("button", { name: "Remove logo" }));
  await user.click(screen.getByRole("button", { name: "Use default color" }));
  await waitFor(() => expect(host.requests("branding_save").at(-1)).toMatchObject({ accent: null, logo: null }));
  expect(screen.queryByRole("img", { name: "Logo" })).toBeNull();
});

it("keeps what was entered while a logo was being chosen", async () => {
  const { host, user } = await renderApp({ at });
  const choose = host.hold("logo_choose");
  await user.click(await screen.findByRole("button", { name: "Choose logo…" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Brightleaf");
  choose();
  expect(await screen.findByRole("img", { name: "Logo" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Brightleaf");
  await waitFor(() =>
    expect(host.requests("branding_save").at(-1)).toMatchObject({ name: "Brightleaf", logo: expect.any(String) }),
  );
});

it("says which pictures can be a logo, and what could not be kept", async () => {
  const { host, user } = await renderApp({ at });
  const fields = [{ field: "logo", reason: { kind: "not_usable" } as const }];
  host.fail("logo_choose", makeProblem("invalid_input", { fields }), 1);
  await user.click(await screen.findByRole("button", { name: "Choose logo…" }));
  expect(await screen.findByText(/This file can’t be used/)).toBeVisible();
  host.fail("branding_save", "storage_failed", 1);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "x");
  expect(await screen.findByText("This change lasts until Assay closes")).toBeVisible();
});
