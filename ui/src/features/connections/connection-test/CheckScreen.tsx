import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Pencil, RotateCw } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Button } from "../../../components";
import { makeProblem, problemOf, useHost } from "../../../host";
import type { Connection } from "../../../host/contract";
import { useConnections } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { editConnectionPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemActionsProvider, ProblemInline, ProblemView } from "../../../shared/problems";
import { Screen } from "../../../shared/screen/Screen";
import { draftOf } from "../form/draft";
import { CheckPanel } from "./CheckPanel";
import styles from "./CheckScreen.module.css";
import { summarizeTest } from "./test-summary";

/** Tests a saved connection, on opening and on demand. */
export function CheckScreen(): ReactNode {
  const go = useGoTo();
  const { connection: id } = useParams({ from: "/connections/$connection/check" });
  const connection = useConnections().find((candidate) => candidate.id === id);
  if (!connection) {
    return (
      <ProblemView
        headingLevel="h1"
        problem={makeProblem("connection_unknown")}
        actions={{ show_connections: () => go("/connections") }}
      />
    );
  }
  return <Check key={id} connection={connection} />;
}

function Check({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const { id, name, sample } = connection;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.check(id),
    queryFn: ({ signal }) => host.call("connection_test", draftOf(connection), { signal }),
    // A recent success needs no new test.
    staleTime: ({ state }) => (state.data && summarizeTest(state.data).kind !== "fails" ? 60_000 : 0),
  });
  const again = () => void refetch();
  const fails = error !== null || (data !== undefined && summarizeTest(data).kind === "fails");
  const actions = useMemo(
    () =>
      sample
        ? {}
        : { edit_connection: () => go(editConnectionPath(id)), enter_key: () => go(editConnectionPath(id, "key")) },
    [sample, go, id],
  );
  return (
    <Screen
      title={t`Connection test`}
      part={<bdi>{name}</bdi>}
      actions={
        <>
          {!sample && (
            <Button variant={fails ? "primary" : "secondary"} icon={Pencil} onPress={() => go(editConnectionPath(id))}>
              <Trans>Edit</Trans>
            </Button>
          )}
          <Button icon={RotateCw} onPress={again} isPending={isFetching}>
            <Trans>Test again</Trans>
          </Button>
          <Button variant={fails ? "secondary" : "primary"} onPress={() => go(reportsPath(id))}>
            <Trans>View reports</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <ProblemActionsProvider actions={actions}>
          {error && !isFetching ? (
            <ProblemInline isRead problem={problemOf(error)} actions={{ retry: again }} />
          ) : (
            <CheckPanel check={data} isPending={isFetching} />
          )}
        </ProblemActionsProvider>
      </div>
    </Screen>
  );
}
