import { Trans } from "@lingui/react/macro";
import { FileUp, Lock, Network } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components";
import { publicReportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewBatch } from "../../shared/planning/new-batch";
import { ProblemInline } from "../../shared/problems";
import styles from "./EmptyBatches.module.css";
import { useFileChoice } from "./source/SourceFields";

/** Where the first list can be dropped, while there are no batches. */
export function EmptyBatches({ plan, connection }: { plan: ReactNode; connection: string }): ReactNode {
  const go = useGoTo();
  const { give } = useNewBatch();
  const { choose, problem } = useFileChoice((file) => give?.({ kind: "file", file }));
  return (
    <div className={styles.drop}>
      <Drawing />
      <h2 className={styles.title}>
        <Trans>Drop a list of URLs here</Trans>
      </h2>
      <p className={styles.text}>
        <Trans>Text, CSV, or sitemap. Or paste URLs anywhere in this window.</Trans>
      </p>
      <div className={styles.actions}>
        {plan}
        {give && (
          <>
            <Button icon={FileUp} onPress={choose}>
              <Trans>Choose a file…</Trans>
            </Button>
            <Button icon={Network} onPress={() => give({ kind: "sitemap" })}>
              <Trans>From sitemap…</Trans>
            </Button>
          </>
        )}
      </div>
      {problem && <ProblemInline problem={problem} actions={{ retry: choose }} />}
      <Button variant="quiet" icon={Lock} onPress={() => go(publicReportsPath(connection))}>
        <Trans>Make public reports private</Trans>
      </Button>
    </div>
  );
}

/** Sheets with a seal. */
function Drawing() {
  return (
    <svg className={styles.drawing} width="160" height="120" viewBox="0 0 128 96" aria-hidden="true">
      <rect className={styles.behind} x="38" y="10" width="62" height="70" rx="6" transform="rotate(9 69 45)" />
      <rect className={styles.behind} x="32" y="12" width="62" height="70" rx="6" transform="rotate(-6 63 47)" />
      <rect className={styles.front} x="34" y="12" width="60" height="72" rx="6" />
      <path className={styles.faint} d="M44 26h28M44 36h36M44 46h22" />
      <path className={styles.seal} d="M69.5 58h9l6 6v9l-6 6h-9l-6-6v-9z" />
      <path className={styles.seal} d="m70 68.5 3 3 5-5.5" />
    </svg>
  );
}
