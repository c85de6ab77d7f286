import type { ColumnLayout } from "../../../host/contract";

const CHECK = "check:";

export const isCheckColumn = (id: string) => id.startsWith(CHECK);

/** The id of a check's column; ids have no spaces. */
export const checkColumnId = (name: string) => `${CHECK}${encodeURIComponent(name)}`;

/** The layout with only these checks, and without what it had for others: the core limits how many widths it keeps. */
export function withChecks(layout: ColumnLayout, checks: string[]): ColumnLayout {
  const ids = new Set(checks.map(checkColumnId));
  const isKept = (id: string) => !isCheckColumn(id) || ids.has(id);
  return {
    ...layout,
    hidden: layout.hidden.filter((id) => !isCheckColumn(id)),
    widths: Object.fromEntries(Object.entries(layout.widths).filter(([id]) => isKept(id))),
    checks,
  };
}

/** The layout without the checks whose columns were hidden. */
export function withoutHiddenChecks(layout: ColumnLayout): ColumnLayout {
  const { checks, hidden } = layout;
  return checks
    ? withChecks(
        layout,
        checks.filter((name) => !hidden.includes(checkColumnId(name))),
      )
    : layout;
}
