import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Button, CopyButton, Foldable, Tree } from "../../../components";
import type { Report } from "../../../host/contract";
import { Fact, OriginFacts } from "../history/Fact";
import { asJson, useCopies } from "../use-copies";
import { RawReport } from "./RawReport";
import styles from "./ReportDetails.module.css";

/** The parts of a URL that are best kept in a line; “–” if it is empty. */
function partsOf(url: string): { start: number; part: string }[] {
  return [...(url || "–").matchAll(/[^/?&=]+[/?&=]*|[/?&=]+/g)].map(({ index, 0: part }) => ({ start: index, part }));
}

/** The facts of a report that the panel's head leaves out. */
export function ReportDetails({ report }: { report: Report }) {
  const { t } = useLingui();
  const copies = useCopies();
  const [isRawShown, setRawShown] = useState(false);
  const { row, other } = report;
  const { id, url, address, odd } = row;
  const hasOther = Object.keys(other).length > 0;
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        <Fact name={t`URL`}>
          <div className={styles.copied}>
            <span dir="ltr">
              {partsOf(url ?? address).map(({ start, part }) => (
                <span key={start} className={styles.part}>
                  {part}
                </span>
              ))}
            </span>
            {address !== "" && (
              <Button variant="quiet" icon={Copy} aria-label={t`Copy page URL`} onPress={() => copies.address(row)} />
            )}
          </div>
        </Fact>
        <OriginFacts row={row} />
        <Fact name={t`Report ID`}>
          <div className={styles.copied}>
            <bdi>{id}</bdi>
            <Button variant="quiet" icon={Copy} aria-label={t`Copy report ID`} onPress={() => copies.id(row)} />
          </div>
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
