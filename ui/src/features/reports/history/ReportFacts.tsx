import { Trans, useLingui } from "@lingui/react/macro";
import { PrivacyMark, Stamp, VerdictMark } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import { Fact, OriginFacts } from "./Fact";
import styles from "./ReportFacts.module.css";

/** A report's main facts. */
export function ReportFacts({ row }: { row: ReportRow }) {
  const { t } = useLingui();
  const { verdict, score, privacy, has_password } = row;
  return (
    <div className={styles.facts}>
      {score !== null && <Stamp score={score} verdict={verdict} size="medium" />}
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
        <OriginFacts row={row} />
      </dl>
    </div>
  );
}
