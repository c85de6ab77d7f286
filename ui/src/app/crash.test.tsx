import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../test/axe";
import { CrashBoundary } from "./Crash";

function Broken(): never {
  throw new RangeError("out of paper");
}

it("shows a readable page with the particulars in place of what failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <I18nProvider i18n={i18n}>
      <CrashBoundary>
        <Broken />
      </CrashBoundary>
    </I18nProvider>,
  );
  expect(screen.getByRole("heading", { name: "Something in this window failed" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(screen.getByText(/RangeError: out of paper/)).toBeInTheDocument();
  await expectAccessible();
});
