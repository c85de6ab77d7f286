import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Report } from "../../../host/contract";
import { asJson } from "../use-copies";
import styles from "./RawReport.module.css";

/** Maximum characters shown; copying includes all. */
const DRAWN = 60_000;

/** Continues a long line two characters after its beginning. */
function hanging(line: string) {
  const indent = line.search(/\S|$/) + 2;
  return { paddingInlineStart: `${indent}ch`, textIndent: `-${indent}ch` };
}

/** A report as raw JSON. */
export function RawReport({ report }: { report: Report }) {
  const { i18n } = useLingui();
  const text = useMemo(() => asJson(report), [report]);
  const all = i18n.number(text.length);
  return (
    <div className={styles.raw}>
      <p className={styles.note}>
        <Trans>The field names are Assay’s, not the service’s.</Trans>
      </p>
      {text.length > DRAWN && (
        <p className={styles.note}>
          <Trans>
            First part of <Plural value={text.length} one="# character" other={`${all} characters`} />
          </Trans>
        </p>
      )}
      <pre className={styles.text}>
        {[...text.slice(0, DRAWN).matchAll(/^.*$/gm)].map(({ index, 0: line }) => (
          <span key={index} className={styles.line} style={hanging(line)}>
            {line}
          </span>
        ))}
        {text.length > DRAWN && "…"}
      </pre>
    </div>
  );
}
