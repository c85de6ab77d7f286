import { expect, it } from "vitest";
import { Deletions } from "./deletions-store";

it("lets one deletion of a report or project wait, however often that is asked for", () => {
  const deletions = new Deletions();
  const deletion = { id: "1", title: "Report will be deleted", run: async () => true };
  expect(deletions.add("c1", "reports", deletion)).toBeDefined();
  expect(deletions.add("c1", "reports", deletion)).toBeUndefined();
  expect(deletions.list()).toHaveLength(1);
  expect(deletions.add("c1", "projects", deletion)).toBeDefined();
  expect(deletions.add("c2", "reports", deletion)).toBeDefined();
});
