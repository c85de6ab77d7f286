import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { CopyButton } from "../../../components";
import type { Report } from "../../../host/contract";
import { asJson } from "../use-copies";
import styles from "./RawReport.module.css";

/** Maximum characters shown; copying includes all. */
const DRAWN = 60_000;

/** A report as raw JSON. */
export function RawReport({ report }: { report: Report }) {
  const { t, i18n } = useLingui();
  const text = useMemo(() => asJson(report), [report]);
  const all = i18n.number(text.length);
  return (
    <div className={styles.raw}>
      <div className={styles.top}>
        <p className={styles.note}>
          {text.length > DRAWN ? (
            <Trans>
              First part of <Plural value={text.length} one="# character" other={`${all} characters`} />
            </Trans>
          ) : (
            <Trans>Parsed data</Trans>
          )}
        </p>
        <CopyButton text={() => text}>{t`Copy JSON`}</CopyButton>
      </div>
      <pre className={styles.text}>
        {text.slice(0, DRAWN)}
        {text.length > DRAWN && "…"}
      </pre>
    </div>
  );
}
