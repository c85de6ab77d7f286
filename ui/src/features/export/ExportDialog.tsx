import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CheckboxGroup, Form, Label } from "react-aria-components";
import { Banner, Button, Checkbox, Dialog, DialogFooter, ProblemInline, RadioGroup, toast } from "../../components";
import type { ExportField, ExportFormat, Problem } from "../../host/contract";
import { useConnections } from "../../shared/data/connection";
import type { ExportAsk } from "../../shared/export/export";
import styles from "../../shared/export/form/ExportForm.module.css";
import { type Progress, useSaving } from "../../shared/export/form/use-saving";
import { useLoss } from "../../shared/unsaved/close-guard";
import { choicesOf, exportWords, headingOf } from "./columns";

/** The longest suggested name, in characters. */
const LONGEST_NAME = 100;

type Kind = ExportFormat["kind"];

/** Asks into which kind of file something is to go, and makes it. */
export function ExportDialog({ of, name, total, onClose }: ExportAsk & { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const choices = choicesOf(of);
  const [kind, setKind] = useState<Kind>("csv");
  const [bom, setBom] = useState(false);
  const [fields, setFields] = useState(() => choices.filter(({ isUsual }) => isUsual).map(({ field }) => field));
  const { running, problem, save, stop } = useSaving();
  const connections = useConnections();
  const isUncertain =
    of.kind === "list" && connections.find(({ id }) => id === of.connection)?.generation.paging === "unsaid";
  const title = useTitle(of.kind, of.kind === "selection" ? of.ids.length : total);
  const hasNothing = kind !== "json" && fields.length === 0;
  useLoss(running && t`A file that is being made.`);

  async function make() {
    if (running || hasNothing) return;
    // In the order in which they are offered, whatever was ticked first.
    const chosen = choices.filter(({ field }) => kind === "json" || fields.includes(field));
    const made = await save({
      of,
      format: kind === "csv" ? { kind, bom } : { kind },
      columns: chosen.map(({ field }) => ({ field, heading: headingOf(i18n, field, of) })),
      words: exportWords(i18n),
      name: name.slice(0, LONGEST_NAME),
    });
    if (!made) return;
    toast({
      tone: made.unreadable > 0 ? "info" : "success",
      title: t`${plural(made.rows, { one: "# row saved", other: "# rows saved" })}`,
      description: (
        <>
          <bdi dir="ltr">{made.file}</bdi>
          {made.unreadable > 0 && (
            <p>
              <Plural
                value={made.unreadable}
                one="# report of the service could not be read and is not in the file."
                other="# reports of the service could not be read and are not in the file."
              />
            </p>
          )}
        </>
      ),
    });
    onClose();
  }

  return (
    <Dialog title={title} isOpen onClose={onClose} isHeld={running !== null}>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <RadioGroup<Kind>
          label={<Trans>Kind of file</Trans>}
          value={kind}
          onChange={setKind}
          isDisabled={running !== null}
          options={[
            { value: "csv", label: t`CSV`, description: t`For spreadsheets and databases` },
            { value: "xlsx", label: t`Excel workbook`, description: t`With dates, numbers and colours` },
            { value: "json", label: t`JSON`, description: t`For programs, with everything that is known` },
          ]}
        />
        {kind === "csv" && (
          <Checkbox isSelected={bom} onChange={setBom} isDisabled={running !== null}>
            <Trans>For older versions of Excel</Trans>
          </Checkbox>
        )}
        {kind !== "json" && (
          <CheckboxGroup
            value={fields}
            onChange={(chosen) => setFields(chosen as ExportField[])}
            isDisabled={running !== null}
            className={styles.group}
          >
            <Label className={styles.label}>
              <Trans>Columns</Trans>
            </Label>
            <div className={styles.columns}>
              {choices.map(({ field }) => (
                <Checkbox key={field} value={field}>
                  {headingOf(i18n, field, of)}
                </Checkbox>
              ))}
            </div>
          </CheckboxGroup>
        )}
        {of.kind === "fix_list" && kind !== "json" && (
          <p className={styles.hint}>
            <Trans>With columns about pages, a check has one row for each page that fails it.</Trans>
          </p>
        )}
        {isUncertain && (
          <p className={styles.hint}>
            <Trans>
              This service does not say whether there is more than it shows at once. The file has what it shows.
            </Trans>
          </p>
        )}
        {problem && <Failure problem={problem} onRetry={() => void make()} />}
        {running && <Running {...running} />}
        <DialogFooter>
          {running ? (
            <Button onPress={stop} autoFocus>
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

/** The dialog's title, with the number of rows if known. */
function useTitle(kind: ExportAsk["of"]["kind"], total: number | undefined): string {
  const { t } = useLingui();
  switch (kind) {
    case "fix_list":
      return t`Export the fix list`;
    case "history":
      return t`Export the history of a report`;
    default:
      return total === undefined
        ? t`Export reports`
        : t`${plural(total, { one: "Export # report", other: "Export # reports" })}`;
  }
}

function Failure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { i18n } = useLingui();
  const reason = problem.fields.find(({ field }) => field === "rows")?.reason;
  if (reason?.kind !== "out_of_range") return <ProblemInline problem={problem} actions={{ retry: onRetry }} />;
  const most = i18n.number(reason.most);
  return (
    <Banner tone="warning" isNew>
      <Trans>An Excel workbook holds at most {most} rows. Choose CSV or JSON, or fewer reports.</Trans>
    </Banner>
  );
}

/** How far the file is. */
function Running({ done, total = null }: Partial<Progress>) {
  const { t, i18n } = useLingui();
  if (done === undefined) {
    return (
      <p role="status" className={styles.hint}>
        <Trans>Choose where the file is to be kept.</Trans>
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
