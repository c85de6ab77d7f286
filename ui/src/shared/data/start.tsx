import type { Start } from "../../host/contract";
import { createRequiredContext } from "../../required-context";

/** Version, platform, and desktop; preferences and connections have their own hooks. */
export const [StartProvider, useStart] = createRequiredContext<Start>("Start");
