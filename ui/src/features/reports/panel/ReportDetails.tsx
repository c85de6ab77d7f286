import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { DateText, Foldable, Tree } from "../../../components";
import type { Report } from "../../../host/contract";
import { RawReport } from "./RawReport";
import styles from "./ReportDetails.module.css";

/** The facts of a report that the panel's head leaves out. */
export function ReportDetails({ report }: { report: Report }) {
  const { t } = useLingui();
  const [isRawShown, setRawShown] = useState(false);
  const { row, other } = report;
  const { id, url, address, project, generated_at, created_at, updated_at, odd } = row;
  const hasOther = Object.keys(other).length > 0;
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        <Fact name={t`URL`}>
          <span dir="ltr">{url ?? (address || "–")}</span>
        </Fact>
        <Fact name={t`Project`}>
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
        <Fact name={t`Report ID`}>
          <bdi>{id}</bdi>
        </Fact>
      </dl>
      {(hasOther || odd.length > 0) && (
        <Foldable title={<Trans>More data</Trans>}>
          {odd.length > 0 && (
            <section>
              <h3 className={styles.heading}>
                <Trans>Unrecognized values</Trans>
              </h3>
              <dl className={styles.facts}>
                {odd.map(({ field, raw }) => (
                  <Fact key={field} name={<bdi>{field}</bdi>}>
                    <code>
                      <bdi>{raw}</bdi>
                    </code>
                  </Fact>
                ))}
              </dl>
            </section>
          )}
          {hasOther && <Tree label={t`More data`} value={other} />}
        </Foldable>
      )}
      <Foldable title={<Trans>JSON</Trans>} isOpen={isRawShown} onToggle={setRawShown}>
        {isRawShown && <RawReport report={report} />}
      </Foldable>
    </div>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
