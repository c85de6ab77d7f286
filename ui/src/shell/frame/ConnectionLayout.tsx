import { Trans } from "@lingui/react/macro";
import { Outlet, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Banner, Button, lazyAfterFirstPaint, lazyNamed } from "../../components";
import { makeProblem } from "../../host";
import { ConnectionProvider, useConnections } from "../../shared/data/connection";
import { useConnectionActions } from "../../shared/navigation/connection-actions";
import { ProblemActionsProvider, ProblemView } from "../../shared/problems";
import { FirstSync } from "./FirstSync";

const WaitingBar = lazyAfterFirstPaint(() => import("./WaitingBar"), "WaitingBar");
const KeyPrompt = lazyNamed(() => import("../../features/connections"), "KeyPrompt");

/** Notices that hold for all screens of a connection, and the screen. */
export function ConnectionLayout(): ReactNode {
  const { connection: id } = useParams({ from: "/c/$connection" });
  const connection = useConnections().find((candidate) => candidate.id === id);
  const actions = useConnectionActions(id);

  if (!connection) {
    return <ProblemView headingLevel="h1" problem={makeProblem("connection_unknown")} actions={actions} />;
  }
  return (
    <ConnectionProvider value={connection}>
      <ProblemActionsProvider actions={actions}>
        <WaitingBar key={`wait ${id}`} connection={id} />
        {connection.key === "memory" && !connection.sample && (
          <Banner
            tone="warning"
            rank="key"
            action={
              <Button onPress={actions.enter_key}>
                <Trans>Save to keychain…</Trans>
              </Button>
            }
          >
            <Trans>This API key is kept only until Assay closes.</Trans>
          </Banner>
        )}
        {connection.key === "missing" && !connection.sample ? (
          <KeyPrompt key={id} connection={connection} />
        ) : (
          // The key resets all state when the connection changes.
          <Outlet key={id} />
        )}
        <FirstSync key={`sync ${id}`} connection={id} />
      </ProblemActionsProvider>
    </ConnectionProvider>
  );
}
