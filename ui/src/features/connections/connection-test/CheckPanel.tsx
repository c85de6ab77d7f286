import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectionCheck } from "../../../host/contract";
import styles from "./CheckPanel.module.css";
import { CheckSteps, NoStepsYet } from "./CheckSteps";
import { useTestLabels } from "./labels";
import { summarizeTest } from "./test-summary";

export type CheckPanelProps = {
  /** The result, once available. */
  check: ConnectionCheck | undefined;
  isPending: boolean;
  /** Of settings that aren't saved, of which the connection's status says nothing. */
  isUnsaved?: boolean;
  /** Actions on the result. */
  children?: ReactNode;
};

/** A connection test: result, steps with their limits, and capabilities. */
export function CheckPanel({ check, isPending, isUnsaved, children }: CheckPanelProps) {
  const { t } = useLingui();
  const words = useTestLabels();
  const verdict = check && summarizeTest(check);
  return (
    <section className={styles.panel} aria-label={t`Connection test`} aria-busy={isPending}>
      {/* Always rendered, so that screen readers announce changes. */}
      <p className={styles.headline} role="status" data-verdict={isPending ? "pending" : verdict?.kind}>
        {isPending ? (
          <>
            <LoaderCircle size={20} strokeWidth={1.7} aria-hidden className={styles.spinner} />
            <Trans>Testing connection…</Trans>
          </>
        ) : (
          verdict && (
            <>
              <VerdictIcon kind={verdict.kind} />
              {isUnsaved && verdict.kind === "fails" ? (
                <Trans>Connection failed with these settings</Trans>
              ) : (
                words.headline(verdict.kind)
              )}
            </>
          )
        )}
      </p>
      {!isPending && check && (
        <p className={styles.address}>
          <bdi dir="ltr">{check.base_url}</bdi>
        </p>
      )}
      {isPending || !check || !verdict ? (
        <NoStepsYet words={words} />
      ) : (
        <CheckSteps check={check} summary={verdict} words={words} />
      )}
      {!isPending && check && children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}

function VerdictIcon({ kind }: { kind: "works" | "limited" | "fails" }) {
  const Icon = { works: CircleCheck, limited: TriangleAlert, fails: CircleX }[kind];
  return <Icon size={20} strokeWidth={1.7} aria-hidden />;
}
