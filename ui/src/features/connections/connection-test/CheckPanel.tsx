import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { CopyButton } from "../../../components";
import type { ConnectionCheck } from "../../../host/contract";
import { useStart } from "../../../shared/data/start";
import styles from "./CheckPanel.module.css";
import { CheckSteps, NoStepsYet } from "./CheckSteps";
import { type TestLabels, useTestLabels } from "./labels";
import { checkReport } from "./report";
import { summarizeTest } from "./test-summary";

export type CheckPanelProps = {
  /** The result, once available. */
  check: ConnectionCheck | undefined;
  isPending: boolean;
};

/** A connection test: result, steps with their limits, and capabilities. */
export function CheckPanel({ check, isPending }: CheckPanelProps) {
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
              {words.headline(verdict.kind)}
            </>
          )
        )}
      </p>
      {!isPending && check && (
        <p className={styles.address} dir="ltr">
          {check.base_url}
        </p>
      )}
      {isPending || !check || !verdict ? (
        <NoStepsYet words={words} />
      ) : (
        <CheckSteps check={check} limits={verdict.limits} words={words}>
          {verdict.kind !== "fails" && <Rating check={check} words={words} />}
        </CheckSteps>
      )}
      {!isPending && check && (
        <div className={styles.actions}>
          <CopyResults check={check} />
        </div>
      )}
    </section>
  );
}

/** Copies a test's results for support. */
export function CopyResults({ check }: { check: ConnectionCheck }) {
  const { t } = useLingui();
  const words = useTestLabels();
  const start = useStart();
  return (
    <CopyButton variant="quiet" text={() => checkReport(check, words, start, new Date())}>{t`Copy results`}</CopyButton>
  );
}

function VerdictIcon({ kind }: { kind: "works" | "limited" | "fails" }) {
  const Icon = { works: CircleCheck, limited: TriangleAlert, fails: CircleX }[kind];
  return <Icon size={20} strokeWidth={1.7} aria-hidden />;
}

function Rating({ check, words }: { check: ConnectionCheck; words: TestLabels }) {
  const { name, value } = words.rating(check.generation);
  return (
    <dl className={styles.rating}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </dl>
  );
}
