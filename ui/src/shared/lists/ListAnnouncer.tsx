import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { LiveText } from "../../components";
import type { ShownList } from "./ListScreen";

/** Announces to screen readers how many rows a list has and which are in view, after each response. */
export function ListAnnouncer({ list: { page, isCurrent, isReading, isOfLibrary } }: { list: ShownList<unknown> }) {
  const { t, i18n } = useLingui();
  const text = () => {
    // The library is read again and again while it changes.
    if (!page || !isCurrent || (isReading && !isOfLibrary)) return "";
    const { rows, total, number } = page;
    const shown = t`${plural(rows.length, { one: "# row", other: "# rows" })}`;
    if (total === null || total === rows.length) return number > 1 ? t`${shown} on page ${i18n.number(number)}` : shown;
    return t`${shown} of ${i18n.number(total)}`;
  };
  return <LiveText>{text()}</LiveText>;
}
