import { useLingui } from "@lingui/react/macro";
import { FileText, Plus, Search } from "lucide-react";
import type { Connection } from "../../host/contract";
import { isPageAddress, withoutScheme } from "../../host/page-urls";
import { useConnections } from "../../shared/data/connection";
import { readAppLink } from "../../shared/navigation/app-links";
import { linkedPath, reportPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewReport } from "../../shared/planning/new-report";
import type { Choice } from "./use-known-choices";

/**
 * Choices for a typed URL, link, id, or other text; links come before the library’s reports, ids after them. Among all
 * connections, an id alone names no report.
 */
export function useTypedChoices(text: string, current: Connection | undefined, isAll: boolean): Choice[] {
  const { t } = useLingui();
  const go = useGoTo();
  const { ask } = useNewReport();
  const connections = useConnections();
  if (text === "") return [];
  const open = (section: "link" | "id", id: string, connection: string): Choice => ({
    id: "typed open",
    label: t`View report ${id}`,
    mark: <FileText size={16} aria-hidden />,
    section,
    run: () => go(reportPath(connection, id)),
  });
  const report = readAppLink(text);
  if (report)
    return linkedPath({ kind: "report", report }, connections) ? [open("link", report.id, report.connection)] : [];
  if (!current || !ask) return [];
  const search = (term: string): Choice => ({
    id: "typed search",
    label: t`Search reports for “${term}”`,
    mark: <Search size={16} aria-hidden />,
    section: "commands",
    run: () => go(reportsPath(isAll ? null : current.id, { search: term })),
  });

  const link = `${current.base_url}/reports/`;
  if (text.startsWith(link)) {
    const id = decoded(text.slice(link.length).split(/[/?#]/)[0] ?? "");
    return id === "" ? [] : [open("link", id, current.id)];
  }
  if (isPageAddress(text)) {
    const create: Choice = {
      id: "typed new",
      label: t`New report for ${text}`,
      mark: <Plus size={16} aria-hidden />,
      section: "commands",
      run: () => ask(text),
    };
    return [search(withoutScheme(text)), create];
  }
  // Report ids vary by service: most have digits, none has spaces.
  const isId = !isAll && /^\S{1,100}$/.test(text) && /\d/.test(text);
  return isId ? [open("id", text, current.id), search(text)] : [search(text)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
