import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CheckboxGroup, Form, Label } from "react-aria-components";
import { Banner, Button, Checkbox, Dialog, DialogFooter, ProblemInline, RadioGroup, toast } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Batch, BatchFilter, ExportFormat, OutcomeField } from "../../../host/contract";
import { useLoss } from "../../../shared/unsaved/close-guard";
import { useBatchLabels } from "../labels";
import styles from "../one/ExportOutcome.module.css";
import { FIELDS, headingOf, outcomeWords, USUAL } from "./outcome-columns";

/** The longest suggested name, in characters. */
const LONGEST_NAME = 100;

type Kind = ExportFormat["kind"];

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
  const [kind, setKind] = useState<Kind>("csv");
  const [bom, setBom] = useState(false);
  const [fields, setFields] = useState<OutcomeField[]>(USUAL);
  const [hasPasswords, setPasswords] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  const title = words.title(batch);

  const making = useMutation({
    mutationFn: () => {
      stopper.current = new AbortController();
      // In the order in which they are offered, whatever was ticked first.
      const chosen: OutcomeField[] = FIELDS.filter((field) => kind === "json" || fields.includes(field));
      if (hasPasswords) chosen.push("password");
      const format: ExportFormat = kind === "csv" ? { kind, bom } : { kind };
      const columns = chosen.map((field) => ({ field, heading: headingOf(i18n, field) }));
      const name = title.slice(0, LONGEST_NAME);
      const request = { batch: batch.number, filter, format, columns, words: outcomeWords(i18n, words), name };
      return host.call("batch_export", request, { signal: stopper.current.signal, background: true });
    },
    onSuccess: (made) => {
      if (!made) return;
      toast({
        tone: "success",
        title: t`${plural(made.rows, { one: "# row saved", other: "# rows saved" })}`,
        description: <bdi dir="ltr">{made.file}</bdi>,
      });
      onClose();
    },
  });
  const isRunning = making.isPending;
  const hasNothing = kind !== "json" && fields.length === 0;
  const problem = making.error && !isRunning ? problemOf(making.error) : null;
  useLoss(isRunning ? t`A file that is being made.` : null);

  return (
    <Dialog
      title={t`${plural(total, { one: "Export # row", other: "Export # rows" })}`}
      isOpen
      onClose={onClose}
      isHeld={isRunning}
    >
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning && !hasNothing) making.mutate();
        }}
      >
        <RadioGroup<Kind>
          label={<Trans>Kind of file</Trans>}
          value={kind}
          onChange={setKind}
          isDisabled={isRunning}
          options={[
            { value: "csv", label: t`CSV`, description: t`For spreadsheets and databases` },
            { value: "xlsx", label: t`Excel workbook`, description: t`With dates, numbers and colours` },
            { value: "json", label: t`JSON`, description: t`For programs, with everything that is known` },
          ]}
        />
        {kind === "csv" && (
          <Checkbox isSelected={bom} onChange={setBom} isDisabled={isRunning}>
            <Trans>For older versions of Excel</Trans>
          </Checkbox>
        )}
        {kind !== "json" && (
          <CheckboxGroup
            value={fields}
            onChange={(chosen) => setFields(chosen as OutcomeField[])}
            isDisabled={isRunning}
            className={styles.group}
          >
            <Label className={styles.label}>
              <Trans>Columns</Trans>
            </Label>
            <div className={styles.columns}>
              {FIELDS.map((field) => (
                <Checkbox key={field} value={field}>
                  {headingOf(i18n, field)}
                </Checkbox>
              ))}
            </div>
          </CheckboxGroup>
        )}
        <Checkbox isSelected={hasPasswords} onChange={setPasswords} isDisabled={isRunning}>
          <Trans>Passwords, as far as they are still known</Trans>
        </Checkbox>
        {hasPasswords && (
          <Banner tone="warning" isNew>
            <Trans>
              The passwords will be readable in the file. Keep it where only those can open it who may see the reports.
            </Trans>
          </Banner>
        )}
        {isRunning && (
          <p role="status" className={styles.hint}>
            <Trans>Choose where the file is to be kept.</Trans>
          </p>
        )}
        {problem && problem.code !== "cancelled" && (
          <ProblemInline problem={problem} actions={{ retry: () => making.mutate() }} />
        )}
        <DialogFooter>
          {isRunning ? (
            <Button onPress={() => stopper.current?.abort()} autoFocus>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <>
              <Button onPress={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" variant="primary" isDisabled={hasNothing}>
                <Trans>Save…</Trans>
              </Button>
            </>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
