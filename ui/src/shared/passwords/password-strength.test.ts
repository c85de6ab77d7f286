import { expect, it } from "vitest";
import { passwordStrength } from "./password-strength";

it.each([
  ["", "short"],
  ["Ab1!Ab1", "short"],
  ["abababababababab", "monotonous"],
  ["abcdefgh", "fair"],
  ["Abcdefgh1234", "long"],
  ["abcdefghijkl", "fair"],
  ["only small letters", "long"],
  ["パスワードパスワードでは", "fair"],
])("calls %j %s", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
