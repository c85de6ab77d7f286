import axe from "axe-core";
import { expect } from "vitest";

/** Fails with what axe-core finds wrong in the structure of the page. Colours need a real browser and are not looked at. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join("\n")}`);
  expect(found).toEqual([]);
}
