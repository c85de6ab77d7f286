import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Checkbox, useIntoView } from "../../../components";
import { useHost } from "../../../host";
import type { Batch, BatchFilter, OutcomeField } from "../../../host/contract";
import { ExportForm, ExportHint } from "../../../shared/export/form/ExportForm";
import { useBatchLabels } from "../labels";
import styles from "./ExportOutcome.module.css";
import { FIELDS, headingOf, outcomeWords, USUAL } from "./outcome-columns";
import { isFiltered } from "./rows/search";

export type ExportOutcomeProps = {
  batch: Batch;
  /** The exported rows. */
  filter: BatchFilter;
  total: number;
  onClose: () => void;
};

/** Exports a batch's rows; passwords are included only on request. */
export function ExportOutcome({ batch, filter, total, onClose }: ExportOutcomeProps): ReactNode {
  const { t, i18n } = useLingui();
  const host = useHost();
  const words = useBatchLabels();
  const [hasPasswords, setPasswords] = useState(false);
  const password = { field: "password" as const, heading: headingOf(i18n, "password") };
  return (
    <ExportForm<OutcomeField>
      title={t`${plural(total, { one: "Export # row", other: "Export # rows" })}`}
      name={words.title(batch)}
      choices={FIELDS}
      usual={USUAL}
      headingOf={(field) => headingOf(i18n, field)}
      save={({ columns, ...choice }, options) =>
        host.call(
          "batch_export",
          {
            batch: batch.number,
            filter,
            ...choice,
            columns: hasPasswords ? [...columns, password] : columns,
            words: outcomeWords(i18n, words),
          },
          options,
        )
      }
      onClose={onClose}
    >
      {(isRunning) => (
        <>
          <div>
            <Checkbox isSelected={hasPasswords} onChange={setPasswords} isDisabled={isRunning}>
              <Trans>Passwords (where available)</Trans>
            </Checkbox>
            {hasPasswords && <PlainTextWarning />}
          </div>
          {batch.bad_lines > 0 && !isFiltered(filter) && (
            <ExportHint>
              <Plural
                value={batch.bad_lines}
                one="# invalid line is included at the end."
                other="# invalid lines are included at the end."
              />
            </ExportHint>
          )}
        </>
      )}
    </ExportForm>
  );
}

/** Low windows must scroll to it, since the file is about to be saved. */
function PlainTextWarning() {
  return (
    <div ref={useIntoView("passwords")} role="status" className={styles.warning}>
      <TriangleAlert size={14} strokeWidth={2.1} aria-hidden />
      <Trans>Passwords are saved as plain text. Store the file somewhere safe.</Trans>
    </div>
  );
}
