import assert from "node:assert/strict";
import { test } from "node:test";
import { sidesIn } from "./directions.mjs";

const inRule = (/** @type {string} */ declaration) => sidesIn(`.rule {\n  ${declaration};\n}`);

for (const declaration of [
  "left: 0",
  "margin-right: 4px",
  "scroll-margin-left: 4px",
  "border-left: 1px solid var(--line)",
  "border-top-right-radius: 4px",
  "text-align: left",
  "float: right",
  "transform: translateX(4px)",
  "transform: translate(-50%, 0)",
  "transform-origin: top left",
  "background: linear-gradient(to right, red, blue)",
  "padding: 0 8px 0 4px",
  "padding: 0 calc(var(--edge) - 2px) 0 calc(var(--edge) - (2px + 1px))",
  "inset: 0 0 0 auto",
  "border-radius: 4px 0 0 4px",
])
  test(`${declaration} is found`, () => assert.deepEqual(inRule(declaration), [`2: ${declaration};`]));

for (const declaration of [
  "inset-inline-start: 0",
  "margin-inline: 4px 8px",
  "text-align: start",
  "transform: translateY(4px)",
  "transform: rotate(90deg)",
  "padding: 0 8px 4px",
  "padding: 0 calc(1px + 2px) 4px calc(1px + 2px)",
  "border-radius: 4px",
  "grid-area: left",
  "--left: 1px",
])
  test(`${declaration} is let be`, () => assert.deepEqual(inRule(declaration), []));
