import { Trans } from "@lingui/react/macro";
import { FileUp, Globe, Network } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Drawing } from "../../components";
import { classes } from "../../components/class-names";
import titleStyles from "../../components/text/title.module.css";
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
      <Drawing name="reports" />
      <h2 className={classes(titleStyles.title, styles.title)}>
        <Trans>Drop a list of URLs here</Trans>
      </h2>
      <p className={styles.text}>
        <Trans>Text, CSV, Excel, or sitemap.</Trans>
        <br />
        <Trans>You can also paste URLs anywhere in this window.</Trans>
      </p>
      <div className={styles.actions}>
        {plan}
        {give && (
          <>
            <Button icon={FileUp} onPress={choose}>
              <Trans>Choose file…</Trans>
            </Button>
            <Button icon={Network} onPress={() => give({ kind: "sitemap" })}>
              <Trans>From sitemap…</Trans>
            </Button>
          </>
        )}
      </div>
      {problem && <ProblemInline isRead problem={problem} actions={{ retry: choose }} />}
      <Button variant="quiet" icon={Globe} onPress={() => go(publicReportsPath(connection))}>
        <Trans>Review public reports</Trans>
      </Button>
    </div>
  );
}
