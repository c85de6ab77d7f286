import { useLingui } from "@lingui/react/macro";
import type { VerdictCounts } from "../../../host/contract";
import { useVerdictWords, verdictsIn } from "../verdicts";
import styles from "./charts.module.css";

export function DayTip({ day, verdicts }: { day: string; verdicts: VerdictCounts }) {
  const { i18n } = useLingui();
  const words = useVerdictWords();
  return (
    <div className={styles.tip}>
      <b>{i18n.date(new Date(`${day}T00:00`), { dateStyle: "medium" })}</b>
      {verdictsIn([verdicts]).map((key) => (
        <span key={key} className={styles.tipLine}>
          <span>{words[key]}</span>
          <span>{i18n.number(verdicts[key])}</span>
        </span>
      ))}
    </div>
  );
}
