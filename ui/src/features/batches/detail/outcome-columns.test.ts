import { i18n } from "@lingui/core";
import { expect, it } from "vitest";
import type { FieldReason } from "../../../host/contract";
import type { BatchLabels } from "../labels";
import { outcomeWords } from "./outcome-columns";

/** The reasons for which a line of a list is invalid. */
const REASONS: FieldReason["kind"][] = [
  "required",
  "too_long",
  "not_an_address",
  "no_host",
  "space_in_host",
  "several_addresses",
  "unsupported_scheme",
  "credentials",
  "not_a_privacy",
];

it("has a word for everything that makes a line invalid", () => {
  const words = outcomeWords(i18n, { act: {}, state: {}, privacy: {}, reasons: {} } as BatchLabels);
  const named = words.filter(({ field, word }) => field === "message" && word !== "").map(({ value }) => value);
  expect(named).toEqual(expect.arrayContaining(REASONS));
});
