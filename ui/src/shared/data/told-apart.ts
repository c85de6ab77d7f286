import { useLingui } from "@lingui/react/macro";
import { dayText } from "../../components";

type Report = { id: string; address: string; created_at?: string | null };

/** When a report was created, or else its ID, to tell it apart from listed ones of its page; `null` without such. */
export function useToldApart(): <Listed extends Report>(report: Listed, listed: readonly Listed[]) => string | null {
  const { t, i18n } = useLingui();
  const dayOf = ({ created_at }: Report) => created_at && dayText(new Date(created_at), i18n);
  return (report, listed) => {
    const { id, address, created_at } = report;
    const others = listed.filter((other) => other !== report && other.address === address);
    const day = dayOf(report);
    if (others.length === 0) return null;
    if (!created_at || !day) return t`ID ${id}`;
    const isDayShared = others.some((other) => dayOf(other) === day);
    const date = isDayShared ? i18n.date(new Date(created_at), { dateStyle: "medium", timeStyle: "short" }) : day;
    return t`Created ${date}`;
  };
}
