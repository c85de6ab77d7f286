import { getConfig } from "@testing-library/react";
import { describe, expect, it } from "vitest";

describe("the next file of a worker", async () => {
  const first = getConfig();
  const next = "./setup?next";
  await import(/* @vite-ignore */ next);

  it("has the configuration of the first one", () => expect(getConfig()).toBe(first));
});
