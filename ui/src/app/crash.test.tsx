import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../test/axe";
import { renderWithTexts } from "../test/texts";
import { CrashBoundary } from "./Crash";

function Broken(): never {
  throw new RangeError("out of paper");
}

it("shows a readable page with the particulars in place of what failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  renderWithTexts(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Something in this window failed" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(screen.getByText(/RangeError: out of paper/)).toBeInTheDocument();
  await expectAccessible();
});
