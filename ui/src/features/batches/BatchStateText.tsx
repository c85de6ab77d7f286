import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleHelp, CirclePause, CircleX, FileClock, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressLine } from "../../components";
import type { Batch } from "../../host/contract";
import { PROBLEMS } from "../../shared/problems";
import styles from "./BatchStateText.module.css";
import { progressOf } from "./detail/progress";

/** A batch's status in a line, with progress or why it is paused. */
export function BatchStateText({ batch }: { batch: Batch }): ReactNode {
  const { t, i18n } = useLingui();
  const { state, problem, states } = batch;
  const { share } = progressOf(states);
  const percent = i18n.number(share, { style: "percent" });
  const why = problem && i18n._(PROBLEMS[problem.code].title);
  switch (state) {
    case "planned":
      return <Line icon={FileClock} text={t`Not started`} />;
    case "held":
      return <Line icon={FileClock} text={t`Starting soon`} />;
    case "running":
    case "pausing":
      return (
        <span className={styles.line} title={why ?? undefined}>
          <span className={styles.bar}>
            <ProgressLine share={share} size="medium" />
          </span>
          <span className={styles.text}>{why ?? (state === "pausing" ? t`${percent}, pausing` : percent)}</span>
        </span>
      );
    case "paused":
      return problem ? (
        <Line icon={TriangleAlert} text={t`${percent}: ${why}`} />
      ) : (
        <Line icon={CirclePause} text={t`Paused at ${percent}`} />
      );
    case "ended":
      if (states.unknown > 0) return <Line icon={CircleHelp} text={t`Outcome unknown`} />;
      if (states.canceled > 0) return <Line icon={CircleX} text={t`Stopped`} />;
      return states.failed > 0 ? (
        <Line icon={TriangleAlert} text={t`Finished with failures`} />
      ) : (
        <Line icon={CircleCheck} text={t({ message: "Finished", context: "batch" })} />
      );
  }
}

function Line({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span className={styles.line} title={text}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.text}>{text}</span>
    </span>
  );
}
