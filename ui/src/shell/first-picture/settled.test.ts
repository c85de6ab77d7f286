import { afterEach, expect, it } from "vitest";
import { makeQueryClient } from "../../shared/data/queries";
import { isDrawnWhole } from "./settled";

afterEach(() => {
  document.body.innerHTML = "";
});

it("waits for parts that are loaded but not drawn yet", () => {
  document.body.innerHTML = `<div id="root"><main><div data-room></div></main></div>`;
  const queries = makeQueryClient();
  expect(isDrawnWhole(queries)).toBe(false);
  document.querySelector("[data-room]")?.replaceWith(document.createElement("button"));
  expect(isDrawnWhole(queries)).toBe(true);
});
