import type { ReactNode } from "react";
import { LongText } from "../../shared/updates/LongText";
import styles from "./DiagnosticsText.module.css";

const FACT = /^(\w[\w -]*): (.*)$/;

/** Diagnostics by their parts, which begin with `== Title`: facts in a list, a log as it is. */
export function DiagnosticsText({ text }: { text: string }): ReactNode {
  return text
    .trimEnd()
    .split("\n\n== ")
    .map((part) => {
      const [title, ...lines] = part.split("\n");
      return (
        <section key={title} className={styles.part} lang="en" dir="ltr">
          <h3 className={styles.heading}>{title}</h3>
          {lines.every((line) => FACT.test(line)) ? <Facts lines={lines} /> : <LongText>{lines.join("\n")}</LongText>}
        </section>
      );
    });
}

function Facts({ lines }: { lines: readonly string[] }) {
  return (
    <dl className={styles.facts}>
      {lines.map((line, at) => {
        const [, name, fact] = FACT.exec(line) ?? [];
        return (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        );
      })}
    </dl>
  );
}
