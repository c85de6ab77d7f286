import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { readable } from "../../components/text/readable";
import type { Check, JsonValue, KnownReport, ReportRow } from "../../host/contract";
import { groupChecks } from "../../shared/checks/checks";
import { type Fault, faultsOf, faultText } from "../../shared/checks/faults";
import { isNothing, shortText } from "../../shared/checks/found-text";
import { checkName, checkTitle, errorKind, useGuide } from "../../shared/checks/guide";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import styles from "./ReportPaper.module.css";

/** Maximum printed characters of a value: some are lists of thousands. */
const LONGEST = 1500;

/** A report for printing, most important fixes first, black on white. */
export function ReportPaper({ known, connection }: { known: KnownReport; connection: string }) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const nameOf = useConnectionName();
  const owner = useConnections().find(({ id }) => id === connection);
  const { report, has_checks, seen_at, gone_at } = known;
  const { failed, unrated, passed } = groupChecks(report.checks);
  const moment = (value: string) => i18n.date(new Date(value), { dateStyle: "medium", timeStyle: "short" });
  const [seen, gone] = [moment(seen_at), gone_at && moment(gone_at)];
  return (
    <div className={styles.paper}>
      <div className={styles.header}>
        <div className={styles.line}>
          <bdi dir="ltr">{readable(report.row.address)}</bdi>
          <span>{owner && nameOf(owner)}</span>
        </div>
      </div>
      <div className={styles.footer}>
        <div className={styles.line}>
          <span>
            {gone === null ? (
              <Trans>As of {seen}</Trans>
            ) : (
              <Trans>Removed from the service (noticed {gone}); last saved copy</Trans>
            )}
          </span>
          <span>Assay</span>
        </div>
      </div>
      <article className={styles.body}>
        <h1>
          <bdi dir="ltr">{readable(report.row.address) || t`No URL`}</bdi>
        </h1>
        <Facts row={report.row} moment={moment} />
        {has_checks ? (
          <>
            <Group
              title={<Plural value={failed.length} one="# check failed" other="# checks failed" />}
              checks={failed}
            />
            <Group
              title={<Plural value={unrated.length} one="# check not rated" other="# checks not rated" />}
              checks={unrated}
            />
            {passed.length > 0 && (
              <section>
                <h2>
                  <Plural value={passed.length} one="# check passed" other="# checks passed" />
                </h2>
                <ul className={styles.passed}>
                  {passed.map(({ name }) => (
                    <li key={name}>{checkName(guide, name)}</li>
                  ))}
                </ul>
              </section>
            )}
          </>
        ) : (
          <p>
            <Trans>Checks not available.</Trans>
          </p>
        )}
      </article>
    </div>
  );
}

function Facts({ row, moment }: { row: ReportRow; moment: (value: string) => string }) {
  const { t, i18n } = useLingui();
  const { verdict, score, privacy, project, generated_at, created_at, updated_at, url } = row;
  const words = { good: t`Good`, decent: t`Decent`, bad: t`Bad`, unknown: t`Unknown` };
  const who = { public: t`Public`, private: t`Private`, password: t`Password`, unknown: t`Unknown` };
  return (
    <dl className={styles.facts}>
      <Fact name={t`Verdict`} value={words[verdict ?? "unknown"]} isStrong />
      <Fact name={t`Score`} value={score === null ? null : i18n.number(score, { maximumFractionDigits: 1 })} isStrong />
      <Fact name={t`Project`} value={project} />
      <Fact name={t`Privacy`} value={who[privacy ?? "unknown"]} />
      <Fact name={t`Last checked`} value={generated_at && moment(generated_at)} />
      <Fact name={t`Created`} value={created_at && moment(created_at)} />
      <Fact name={t`Updated`} value={updated_at && moment(updated_at)} />
      <Fact name={t`Page`} value={url} isLong />
    </dl>
  );
}

/** Omitted if unknown. */
function Fact(props: { name: string; value: string | null; isStrong?: boolean; isLong?: boolean }) {
  if (props.value === null) return null;
  return (
    <div className={props.isLong ? styles.long : undefined}>
      <dt>{props.name}</dt>
      <dd className={props.isStrong ? styles.strong : undefined}>
        <bdi>{props.value}</bdi>
      </dd>
    </div>
  );
}

function Group({ title, checks }: { title: ReactNode; checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {checks.map((check) => (
        <PrintedCheck key={check.name} check={check} />
      ))}
    </section>
  );
}

function PrintedCheck({ check }: { check: Check }) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const { name, passed, importance, value } = check;
  const weight = importance && { high: t`High`, medium: t`Medium`, low: t`Low` }[importance];
  const entry = passed === false ? guide.get(name) : undefined;
  const faults = faultsOf(i18n, guide, check);
  const kind = errorKind(guide, check);
  return (
    <div className={styles.check}>
      <h3>
        {checkTitle(guide, check)} {weight && <span className={styles.weight}>{weight}</span>}
      </h3>
      {entry && <Said name={<Trans>Why it matters</Trans>}>{entry.why}</Said>}
      {entry && <Said name={<Trans>How to fix</Trans>}>{entry.how}</Said>}
      {entry && (
        <Said name={<Trans>Read more</Trans>}>
          <bdi dir="ltr">{entry.reference}</bdi>
        </Said>
      )}
      {entry && <Said name={<Trans>Topic</Trans>}>{entry.theme}</Said>}
      {faults.some((fault) => fault.kind !== kind || fault.details !== "") && (
        <Said name={<Trans>Problem</Trans>}>
          {faults.map((fault) => (
            <PrintedFault key={fault.kind} fault={fault} isNamed={fault.kind !== null && fault.kind === kind} />
          ))}
        </Said>
      )}
      {!isNothing(value) && (
        <Said name={<Trans>Found</Trans>}>
          <Value value={value} />
        </Said>
      )}
    </div>
  );
}

function Said({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.said}>
      <span className={styles.name}>{name}</span>
      <div>{children}</div>
    </div>
  );
}

/** An error, without its kind if the check’s title has it. */
function PrintedFault({ fault, isNamed }: { fault: Fault; isNamed: boolean }) {
  const { i18n } = useLingui();
  const { label, details, value } = fault;
  const text = isNamed ? details : faultText(i18n, fault);
  if (text !== null) return <p>{text}</p>;
  return (
    <>
      {!isNamed && label !== null && <p>{label}</p>}
      <Value value={value} />
    </>
  );
}

function Value({ value }: { value: JsonValue }) {
  const { i18n } = useLingui();
  const short = shortText(i18n, value);
  if (short !== null) return <bdi>{short}</bdi>;
  const whole = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (
    <>
      <p className={styles.code}>
        <bdi>{whole.slice(0, LONGEST)}</bdi>
      </p>
      {whole.length > LONGEST && (
        <p className={styles.cut}>
          <Trans>… truncated; see the full report in Assay.</Trans>
        </p>
      )}
    </>
  );
}
