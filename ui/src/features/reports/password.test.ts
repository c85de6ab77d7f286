import { expect, it, vi } from "vitest";
import { generatePassword, impressionOf } from "./password";

it("makes 16 characters that cannot be mistaken for others", () => {
  for (let run = 0; run < 200; run++) expect(generatePassword()).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{16}$/);
});

it("takes no byte that would make some characters likelier", () => {
  let call = 0;
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    (array as unknown as Uint8Array).fill(call++ === 0 ? 224 : 0);
    return array;
  });
  expect(generatePassword()).toBe("a".repeat(16));
  expect(random).toHaveBeenCalledTimes(2);
  random.mockRestore();
});

it.each([
  ["", "short"],
  ["Ab1!Ab1", "short"],
  ["abababababababab", "monotonous"],
  ["abcdefgh", "fair"],
  ["Abcdefgh1234", "long"],
  ["abcdefghijkl", "fair"],
  ["only small letters", "long"],
  ["パスワードパスワードでは", "fair"],
])("calls %j %s", (password, impression) => {
  expect(impressionOf(password)).toBe(impression);
});

it("calls what it makes up long", () => {
  for (let run = 0; run < 50; run++) expect(impressionOf(generatePassword())).toBe("long");
});
