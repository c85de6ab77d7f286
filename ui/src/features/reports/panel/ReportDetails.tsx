import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CopyButton, Foldable, Tree } from "../../../components";
import type { Report } from "../../../host/contract";
import { Fact, OriginFacts } from "../history/Fact";
import { asJson } from "../use-copies";
import { RawReport } from "./RawReport";
import styles from "./ReportDetails.module.css";

/** The parts of a URL that are best kept in a line; “–” if it is empty. */
function partsOf(url: string): { start: number; part: string }[] {
  return [...(url || "–").matchAll(/[^/?&=]+[/?&=]*|[/?&=]+/g)].map(({ index, 0: part }) => ({ start: index, part }));
}

/** The facts of a report that the panel's head leaves out. */
export function ReportDetails({ report }: { report: Report }) {
  const { t } = useLingui();
  const [isRawShown, setRawShown] = useState(false);
  const { row, other } = report;
  const { id, url, address, odd } = row;
  const hasOther = Object.keys(other).length > 0;
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        <Fact name={t`URL`}>
          <span dir="ltr">
            {partsOf(url ?? address).map(({ start, part }) => (
              <span key={start} className={styles.part}>
                {part}
              </span>
            ))}
          </span>
        </Fact>
        <OriginFacts row={row} />
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
      <Foldable
        title={<Trans>JSON</Trans>}
        action={<CopyButton text={() => asJson(report)}>{t`Copy JSON`}</CopyButton>}
        isOpen={isRawShown}
        onToggle={setRawShown}
      >
        {isRawShown && <RawReport report={report} />}
      </Foldable>
    </div>
  );
}
