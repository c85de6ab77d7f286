import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { EmptyState } from "./EmptyState";

it("has a drawing that screen readers skip, a title, and its action", async () => {
  const { container } = render(
    <EmptyState drawing="search" title="No matching reports" action={<button type="button">Clear filters</button>}>
      No reports match.
    </EmptyState>,
  );
  expect(screen.getByRole("heading", { name: "No matching reports", level: 2 })).toBeVisible();
  expect(screen.getByRole("button", { name: "Clear filters" })).toBeVisible();
  const drawing = container.querySelector("svg");
  await expect.poll(() => drawing?.childElementCount).toBeGreaterThan(0);
  expect(drawing).toHaveAttribute("aria-hidden", "true");
});
