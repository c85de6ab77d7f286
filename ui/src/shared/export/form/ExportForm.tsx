import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { CheckboxGroup, Label } from "react-aria-components";
import { Banner, Button, Checkbox, Dialog, DialogFooter, Form, RadioGroup, Select, toast } from "../../../components";
import type { CallOptions } from "../../../host";
import type { CsvSeparator, Exported, ExportFormat, Problem } from "../../../host/contract";
import { usePreferences } from "../../data/preferences";
import { useStart } from "../../data/start";
import { ProblemInline } from "../../problems";
import { useUnsavedWarning } from "../../unsaved/close-guard";
import { csvFormat } from "../csv-format";
import styles from "./ExportForm.module.css";
import { type Progress, useSaving } from "./use-saving";

/** Maximum length of the suggested name. */
const LONGEST_NAME = 100;

type Kind = ExportFormat["kind"];

/** The choices, in the form of the contract. */
type ExportChoice<F extends string> = {
  format: ExportFormat;
  columns: { field: F; heading: string }[];
  name: string;
};

export type ExportFormProps<F extends string> = {
  title: string;
  /** Suggested file name. */
  name: string;
  /** The possible columns, in order. */
  choices: readonly F[];
  /** Included by default. */
  usual: readonly F[];
  headingOf: (field: F) => string;
  /** Shown with the columns. */
  columnsHint?: ReactNode;
  /** More choices and notices. */
  children: (isRunning: boolean) => ReactNode;
  save: (choice: ExportChoice<F>, options: CallOptions) => Promise<Exported | null>;
  onClose: () => void;
};

/** The dialog that exports rows to a file: its kind and columns, the progress, and the outcome. */
export function ExportForm<F extends string>(props: ExportFormProps<F>) {
  const { title, name, choices, usual, headingOf, columnsHint, children, onClose } = props;
  const { t } = useLingui();
  const announce = useAnnounce();
  const [format, setFormat] = useState({ kind: "csv" as Kind, bom: true });
  const start = useStart();
  const [{ csv_separator }] = usePreferences();
  const [fields, setFields] = useState(usual);
  const { running, problem, save, stop } = useSaving();
  const isRunning = running !== null;
  const { kind, bom } = format;
  const hasNothing = kind !== "json" && fields.length === 0;
  useUnsavedWarning(running && t`An export in progress`);

  async function make() {
    if (isRunning || hasNothing) return;
    // In the offered order, not in the order of ticking.
    const chosen = choices.filter((field) => kind === "json" || fields.includes(field));
    const choice: ExportChoice<F> = {
      format: kind === "csv" ? csvFormat(start, bom, csv_separator) : { kind },
      columns: chosen.map((field) => ({ field, heading: headingOf(field) })),
      name: name.slice(0, LONGEST_NAME),
    };
    const made = await save((options) => props.save(choice, options));
    if (!made) return;
    announce(made);
    onClose();
  }

  return (
    <Dialog title={title} isOpen onClose={onClose} isHeld={isRunning}>
      <Form onSubmit={() => void make()}>
        <FormatFields value={format} onChange={setFormat} isDisabled={isRunning} />
        {kind !== "json" && (
          <CheckboxGroup
            value={[...fields]}
            onChange={(chosen) => setFields(chosen as F[])}
            isDisabled={isRunning}
            className={styles.group}
          >
            <Label className={styles.label}>
              <Trans>Columns</Trans>
            </Label>
            <div className={styles.columns}>
              {choices.map((field) => (
                <Checkbox key={field} value={field}>
                  {headingOf(field)}
                </Checkbox>
              ))}
            </div>
          </CheckboxGroup>
        )}
        {columnsHint && kind !== "json" && <ExportHint>{columnsHint}</ExportHint>}
        {children(isRunning)}
        {problem && <Failure problem={problem} onRetry={() => void make()} />}
        <SavingFooter running={running} isDisabled={hasNothing} onStop={stop} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Something to know about the file. */
export function ExportHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}

type Format = { kind: Kind; bom: boolean };
type FormatFieldsProps = { value: Format; onChange: (value: Format) => void; isDisabled: boolean };

function FormatFields({ value, onChange, isDisabled }: FormatFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <RadioGroup<Kind>
        label={<Trans>File format</Trans>}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        isDisabled={isDisabled}
        options={[
          { value: "csv", label: t`CSV`, description: t`For spreadsheets and databases` },
          { value: "xlsx", label: t`Excel workbook`, description: t`With dates, numbers, and colors` },
          { value: "json", label: t`JSON`, description: t`All data, for developers` },
        ]}
      />
      {value.kind === "csv" && (
        <>
          <Separator isDisabled={isDisabled} />
          <Checkbox isSelected={value.bom} onChange={(bom) => onChange({ ...value, bom })} isDisabled={isDisabled}>
            <Trans>Show special characters correctly in Excel (byte order mark)</Trans>
          </Checkbox>
        </>
      )}
    </>
  );
}

/** The separator of CSV files, which is remembered. */
function Separator({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useLingui();
  const start = useStart();
  const [{ csv_separator }, save] = usePreferences();
  return (
    <Select<CsvSeparator>
      label={<Trans>Separator</Trans>}
      value={csvFormat(start, true, csv_separator).separator}
      onChange={(separator) => save({ csv_separator: separator })}
      isDisabled={isDisabled}
      options={[
        { value: "comma", label: t`Comma` },
        { value: "semicolon", label: t`Semicolon` },
        { value: "tab", label: t`Tab character` },
      ]}
    />
  );
}

/** Shows the saved file. */
function useAnnounce(): (made: Exported) => void {
  const { t } = useLingui();
  return ({ file, rows, unreadable }) =>
    toast({
      tone: unreadable > 0 ? "info" : "success",
      title: t`${plural(rows, { one: "# row saved", other: "# rows saved" })}`,
      description: (
        <>
          <bdi dir="ltr">{file}</bdi>
          {unreadable > 0 && (
            <p>
              <Plural
                value={unreadable}
                one="# report couldn’t be read and isn’t in the file."
                other="# reports couldn’t be read and aren’t in the file."
              />
            </p>
          )}
        </>
      ),
    });
}

function Failure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { i18n } = useLingui();
  const reason = problem.fields.find(({ field }) => field === "rows")?.reason;
  if (reason?.kind !== "out_of_range") return <ProblemInline isRead problem={problem} actions={{ retry: onRetry }} />;
  const most = i18n.number(reason.most);
  return (
    <Banner tone="warning" isNew>
      <Trans>Excel files are limited to {most} rows. Choose CSV or JSON, or export fewer reports.</Trans>
    </Banner>
  );
}

type SavingFooterProps = {
  running: Partial<Progress> | null;
  /** There is nothing to save. */
  isDisabled?: boolean;
  onStop: () => void;
  onClose: () => void;
};

/** The end of a dialog that saves a file: the progress, and its buttons. */
export function SavingFooter({ running, isDisabled = false, onStop, onClose }: SavingFooterProps) {
  return (
    <>
      {running && <Running {...running} />}
      <DialogFooter>
        {running ? (
          <Button onPress={onStop} autoFocus>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="primary" isDisabled={isDisabled}>
              <Trans>Export…</Trans>
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}

/** Progress of the export. */
function Running({ done, total = null }: Partial<Progress>) {
  const { t, i18n } = useLingui();
  if (done === undefined) {
    return (
      <p role="status" className={styles.hint}>
        <Trans>Choose where to save the file.</Trans>
      </p>
    );
  }
  const [number, of] = [i18n.number(done), total === null ? null : i18n.number(total)];
  return (
    <div className={styles.running}>
      <p className={styles.count}>
        {of === null ? <Plural value={done} one="# row written" other="# rows written" /> : t`${number} of ${of}`}
      </p>
      <progress aria-label={t`Progress`} {...(total !== null && { value: done, max: Math.max(total, 1) })} />
    </div>
  );
}
