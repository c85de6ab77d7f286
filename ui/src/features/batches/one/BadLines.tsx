import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { keys } from "../../../app/queries";
import { Foldable, ProblemInline, Skeleton } from "../../../components";
import { problemOf, useHost } from "../../../host";
import { useFaultWords } from "../source/faults";
import styles from "./BadLines.module.css";

/** The lines of a batch's source that could not be used, to open: each with its number and why. */
export function BadLines({ batch, count }: { batch: number; count: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Foldable
      title={<Plural value={count} one="# line could not be used" other="# lines could not be used" />}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {isOpen && <Lines batch={batch} />}
    </Foldable>
  );
}

function Lines({ batch }: { batch: number }) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const words = useFaultWords();
  const { data, error, refetch } = useQuery({
    queryKey: keys.batches.badLines(batch),
    queryFn: ({ signal }) => host.call("batch_bad_lines", { batch }, { signal }),
  });
  if (error) return <ProblemInline problem={problemOf(error)} actions={{ retry: () => void refetch() }} />;
  if (!data) return <Skeleton rows={3} rowHeight={24} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <ul className={styles.lines} tabIndex={0} aria-label={t`Lines that could not be used`}>
      {data.map((bad) => {
        const { line, text, field } = bad;
        const number = i18n.number(line);
        return (
          <li key={`${line} ${field}`}>
            <span className={styles.number}>{t`Line ${number}`}</span>
            <bdi className={styles.text} title={text}>
              {text}
            </bdi>
            <span className={styles.reason}>{words.line(bad)}</span>
          </li>
        );
      })}
    </ul>
  );
}
