import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DateText, PrivacyMark, Stamp, VerdictMark } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import styles from "./ReportFacts.module.css";

/** A report's main facts. */
export function ReportFacts({ row }: { row: ReportRow }) {
  const { t } = useLingui();
  const { verdict, score, privacy, has_password, generated_at, created_at, updated_at, project } = row;
  return (
    <div className={styles.facts}>
      {score !== null && <Stamp score={score} verdict={verdict} size="large" />}
      <dl className={styles.list}>
        <Fact name={t`Verdict`}>
          <VerdictMark verdict={verdict} />
        </Fact>
        <Fact name={t`Privacy`}>
          <span className={styles.privacy}>
            <PrivacyMark privacy={privacy} />
            {privacy === "password" && has_password === false && <Trans>(not set)</Trans>}
          </span>
        </Fact>
        <Fact name={t`Project`} isLong>
          <bdi>{project ?? "–"}</bdi>
        </Fact>
        <Fact name={t`Last checked`}>
          <DateText value={generated_at} form="exact" />
        </Fact>
        <Fact name={t`Created`}>
          <DateText value={created_at} form="exact" />
        </Fact>
        {updated_at !== null && (
          <Fact name={t`Updated`}>
            <DateText value={updated_at} form="exact" />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, isLong, children }: { name: string; isLong?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={isLong ? styles.long : undefined}>{children}</dd>
    </div>
  );
}
