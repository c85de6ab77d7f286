import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useHost } from "../../host";
import { loadGuide } from "../../shared/checks/guide";
import { useConnections } from "../../shared/data/connection";
import type { ExportAsk } from "../../shared/export/export";
import { ExportForm, ExportHint } from "../../shared/export/form/ExportForm";
import { choicesOf, exportWords, headingOf } from "./columns";

export function ExportDialog({ of, name, total, onClose }: ExportAsk & { onClose: () => void }) {
  const { i18n } = useLingui();
  const host = useHost();
  const connections = useConnections();
  const isUncertain =
    of.kind === "list" && connections.find(({ id }) => id === of.connection)?.generation.paging === "unsaid";
  const choices = choicesOf(of);
  return (
    <ExportForm
      title={useTitle(of.kind, of.kind === "selection" ? of.ids.length : total)}
      name={name}
      choices={choices.map(({ field }) => field)}
      usual={choices.filter(({ isUsual }) => isUsual).map(({ field }) => field)}
      headingOf={(field) => headingOf(i18n, field, of)}
      columnsHint={of.kind === "fix_list" && <Trans>With page columns, you get one row per check and page.</Trans>}
      save={async (choice, options) => {
        const words = exportWords(i18n, await loadGuide(i18n.locale));
        return host.call("export_save", { of, ...choice, words }, options);
      }}
      onClose={onClose}
    >
      {() =>
        isUncertain && (
          <ExportHint>
            <Trans>This service doesn’t report totals, so the file may be incomplete.</Trans>
          </ExportHint>
        )
      }
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
    default:
      return total === undefined
        ? t`Export reports`
        : t`${plural(total, { one: "Export # report", other: "Export # reports" })}`;
  }
}
