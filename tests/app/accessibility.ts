// Checks every screen and dialog with axe-core in each look; the tests check each of them in one.
import { ACCESSIBLE_LOOKS, violations } from "./pictures/violations.ts";

for (const look of Object.keys(ACCESSIBLE_LOOKS) as (keyof typeof ACCESSIBLE_LOOKS)[]) {
  const found = await violations(look);
  console.log(`${look}: ${found.length === 0 ? "nothing found" : found.join("\n")}`);
  if (found.length > 0) process.exitCode = 1;
}
