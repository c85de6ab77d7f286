import type { Problem } from "../../../host/contract";
import { ProblemInline } from "../../problems/ProblemInline";
import styles from "./MoreFailed.module.css";

/** Says below the loaded rows why the next ones are missing. */
export function MoreFailed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <div className={styles.line}>
      <ProblemInline isRead problem={problem} actions={{ retry: onRetry }} />
    </div>
  );
}
