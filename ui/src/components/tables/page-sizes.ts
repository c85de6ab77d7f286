import type { PageSize } from "../../host/contract";

/** Page sizes to choose from (`interface.md` §4.1). */
export const PAGE_SIZES = [10, 25, 50, 100] as const satisfies readonly PageSize[];
