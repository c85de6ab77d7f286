import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button, useIntoView, useIsSlow } from "../../../components";
import { ProblemInline } from "../../../shared/problems";
import { CheckPanel } from "../connection-test/CheckPanel";
import { KeychainHelp } from "../key/KeychainHelp";
import { ServiceQuestion } from "./ServiceQuestion";
import type { Connect } from "./use-connect";
import { isKeychainProblem } from "./use-connection-save";

/** Why saving failed, with what to do about it; `from` is the saved URL. */
export function SaveProblem({ connect, from, to }: { connect: Connect; from: string | undefined; to: string }) {
  const { problem, isKeeping, retrySave, save } = connect;
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
  if (problem.code === "service_unclear") {
    return (
      from !== undefined && (
        <ServiceQuestion from={from} to={to} isPending={isKeeping} onAnswer={(service) => save("keychain", service)} />
      )
    );
  }
  // Invalid fields say so themselves.
  return problem.fields.length === 0 && <ProblemInline problem={problem} actions={{ retry: () => retrySave() }} />;
}

/** The test of the form, and saving despite it. */
export function TestResult({ connect: { checkState, isSaving, retryTest, save } }: { connect: Connect }) {
  // Avoids flicker when a test passes quickly.
  const isLong = useIsSlow(isSaving, 500);
  if (!checkState) return null;
  const { problem, purpose, isPending, check } = checkState;
  const saveButton = purpose === "save" && (
    <Button onPress={() => save()}>
      {isPending ? <Trans>Save without testing</Trans> : <Trans>Save anyway</Trans>}
    </Button>
  );
  if (problem) {
    return (
      <>
        <ProblemInline problem={problem} actions={{ retry: retryTest }} />
        {saveButton}
      </>
    );
  }
  if (purpose === "save" && isPending && !isLong) return null;
  return (
    <IntoView what={check}>
      <CheckPanel check={check} isPending={isPending}>
        {saveButton}
      </CheckPanel>
    </IntoView>
  );
}

function IntoView({ what, children }: { what: unknown; children: ReactNode }) {
  return <div ref={useIntoView(what)}>{children}</div>;
}
