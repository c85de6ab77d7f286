import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button, CopyButton, useIntoView, useIsSlow } from "../../../components";
import type { ConnectionCheck } from "../../../host/contract";
import { ProblemInline } from "../../../shared/problems";
import { CheckPanel } from "../connection-test/CheckPanel";
import { ConnectSteps } from "../connection-test/ConnectSteps";
import { useCheckReport } from "../connection-test/report";
import { summarizeTest } from "../connection-test/test-summary";
import { KeychainHelp } from "../key/KeychainHelp";
import styles from "./ConnectionForm.module.css";
import type { Connect } from "./use-connect";
import { isKeychainProblem } from "./use-connection-save";

/** Why saving failed, with what to do about it. */
export function SaveProblem({ connect: { problem, isKeeping, retrySave } }: { connect: Connect }) {
  if (!problem) return null;
  if (isKeychainProblem(problem)) {
    return (
      <KeychainHelp
        problem={problem}
        isPending={isKeeping}
        onRetry={() => retrySave()}
        onKeepInMemory={() => retrySave("memory")}
      />
    );
  }
  // Invalid fields say so themselves.
  return problem.fields.length === 0 && <ProblemInline problem={problem} actions={{ retry: () => retrySave() }} />;
}

/** The test of the form; of a new connection, how connecting goes, and saving despite it. */
export function TestResult({ connect }: { connect: Connect }) {
  const { checkState, retryTest, isUnsaved } = connect;
  if (!checkState) return null;
  const { problem, purpose, isPending, check } = checkState;
  if (problem) {
    return (
      <>
        <ProblemInline isRead problem={problem} actions={{ retry: retryTest }} />
        {purpose === "save" && <SaveAnyway connect={connect} />}
      </>
    );
  }
  return (
    <IntoView what={check}>
      {purpose === "save" ? (
        <Connecting connect={connect} />
      ) : (
        <CheckPanel check={check} isPending={isPending} isUnsaved={isUnsaved}>
          {check && <CopyResults check={check} />}
        </CheckPanel>
      )}
    </IntoView>
  );
}

function Connecting({ connect }: { connect: Connect }) {
  const { checkState, isSaving, isSaved, problem } = connect;
  // Avoids flicker when connecting is quick.
  const isLong = useIsSlow(isSaving);
  const isVeryLong = useIsSlow(isSaving, 500);
  const { check, ended = [] } = checkState ?? {};
  const isFailed = check !== undefined && summarizeTest(check).failed !== null;
  // Why saving failed is shown instead.
  if (problem || !(isLong || isFailed)) return null;
  return (
    <div className={styles.connecting} data-connecting={!isFailed || undefined}>
      <ConnectSteps check={check} ended={ended} isDone={isSaved} />
      <div className={styles.after}>
        {isFailed && <CopyResults check={check} />}
        {(isFailed || (isVeryLong && !check)) && <SaveAnyway connect={connect} />}
      </div>
    </div>
  );
}

/** Copies a test's results for support. */
function CopyResults({ check }: { check: ConnectionCheck }) {
  const { t } = useLingui();
  const reportOf = useCheckReport();
  return <CopyButton variant="quiet" text={() => reportOf(check)}>{t`Copy results`}</CopyButton>;
}

function SaveAnyway({ connect: { checkState, save } }: { connect: Connect }) {
  return (
    <Button onPress={() => save()}>
      {checkState?.isPending ? <Trans>Save without testing</Trans> : <Trans>Save anyway</Trans>}
    </Button>
  );
}

function IntoView({ what, children }: { what: unknown; children: ReactNode }) {
  return <div ref={useIntoView(what)}>{children}</div>;
}
