import axe from "axe-core";
import { expect } from "vitest";

/** Fails on axe-core violations; colors need a real browser and aren't checked. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false } },
    // The details of what passes take half of the time.
    resultTypes: ["violations"],
  });
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join("\n")}`);
  expect(found).toEqual([]);
}
