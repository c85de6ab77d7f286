import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useHost } from "../../host";
import type { ExportColumn } from "../../host/contract";
import { loadGuide, useGuide } from "../../shared/checks/guide";
import { useConnections } from "../../shared/data/connection";
import type { ExportAsk } from "../../shared/export/export";
import { ExportForm, ExportHint } from "../../shared/export/form/ExportForm";
import { useLayout } from "../../shared/lists/use-layout";
import { checkColumns, choicesOf, exportWords, hasCheckColumns, headingOf, type RowField } from "./columns";

export function ExportDialog({ of, name, total, onClose }: ExportAsk & { onClose: () => void }) {
  const { i18n } = useLingui();
  const host = useHost();
  const connections = useConnections();
  const isUncertain =
    of.kind === "list" && connections.find(({ id }) => id === of.connection)?.generation.paging === "unsaid";
  const choices = choicesOf(of);
  const guide = useGuide();
  const [{ checks }] = useLayout("reports");
  const ofChecks = hasCheckColumns(of) ? checkColumns(i18n, guide, checks ?? []) : [];
  const checkColumn = (wanted: string) => ofChecks.find(({ id }) => id === wanted);
  return (
    <ExportForm
      title={useTitle(of.kind, of.kind === "selection" ? of.ids.length : total)}
      name={name}
      choices={[...choices.map(({ field }) => field), ...ofChecks.map(({ id }) => id)]}
      usual={[...choices.filter(({ isUsual }) => isUsual).map(({ field }) => field), ...ofChecks.map(({ id }) => id)]}
      headingOf={(id) => checkColumn(id)?.heading ?? headingOf(i18n, id as RowField, of)}
      columnsHint={of.kind === "fix_list" && <Trans>With page columns, you get one row per check and page.</Trans>}
      save={async (choice, options) => {
        const words = exportWords(i18n, await loadGuide(i18n.locale));
        const columns = choice.columns.map(
          ({ field, heading }): ExportColumn => checkColumn(field)?.column ?? { field: field as RowField, heading },
        );
        return host.call("export_save", { of, ...choice, columns, words }, options);
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {isUncertain && (
            <ExportHint>
              <Trans>This service doesn’t report totals, so the file may be incomplete.</Trans>
            </ExportHint>
          )}
          {of.kind === "projects" && (
            <ExportHint>
              <Trans>The figures are those of the synced reports.</Trans>
            </ExportHint>
          )}
        </>
      )}
    </ExportForm>
  );
}

/** The dialog's title, with the number of rows if known. */
function useTitle(kind: ExportAsk["of"]["kind"], total: number | undefined): string {
  const { t } = useLingui();
  switch (kind) {
    case "fix_list":
      return t`Export fix list`;
    case "history":
      return t`Export report history`;
    case "projects":
      return total === undefined
        ? t`Export projects`
        : t`${plural(total, { one: "Export # project", other: "Export # projects" })}`;
    default:
      return total === undefined
        ? t`Export reports`
        : t`${plural(total, { one: "Export # report", other: "Export # reports" })}`;
  }
}
