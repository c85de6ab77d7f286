import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Copy, Ellipsis, Pencil, RotateCw } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { Button, Menu, MenuItem } from "../../../components";
import { makeProblem, problemOf, useHost } from "../../../host";
import type { Connection } from "../../../host/contract";
import { SidebarConnection, useConnections } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { useCopy } from "../../../shared/lists/use-copy";
import { useConnectionActions } from "../../../shared/navigation/connection-actions";
import { editConnectionPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemActionsProvider, ProblemInline, ProblemView } from "../../../shared/problems";
import { Screen } from "../../../shared/screen/Screen";
import { draftOf } from "../form/draft";
import { CheckPanel } from "./CheckPanel";
import styles from "./CheckScreen.module.css";
import { useCheckReport } from "./report";
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
  const copy = useCopy();
  const reportOf = useCheckReport();
  const { id, name, sample } = connection;
  const isInSidebar = useContext(SidebarConnection) === id;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.check(id),
    queryFn: ({ signal }) => host.call("connection_test", draftOf(connection), { signal }),
    // A recent success needs no new test.
    staleTime: ({ state }) => (state.data && summarizeTest(state.data).kind !== "fails" ? 60_000 : 0),
  });
  const again = () => void refetch();
  const fails = error !== null || (data !== undefined && summarizeTest(data).kind === "fails");
  const editing = useConnectionActions(id);
  return (
    <Screen
      title={t`Connection test`}
      back="/connections"
      part={<bdi className={isInSidebar ? styles.inSidebar : undefined}>{name}</bdi>}
      actions={
        <>
          <Button variant={fails ? "primary" : "secondary"} icon={RotateCw} onPress={again} isPending={isFetching}>
            <Trans>Test again</Trans>
          </Button>
          {!fails && (
            <Button variant="primary" onPress={() => go(reportsPath(id))}>
              <Trans>View reports</Trans>
            </Button>
          )}
          <Menu placement="bottom end" trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
            {!sample && (
              <MenuItem icon={Pencil} label={t`Edit connection`} onAction={() => go(editConnectionPath(id))} />
            )}
            <MenuItem
              icon={Copy}
              label={t`Copy results`}
              isDisabled={!data || isFetching}
              onAction={() => data && copy(reportOf(data), t`Results copied`, name)}
            />
          </Menu>
        </>
      }
    >
      <div className={styles.column}>
        <ProblemActionsProvider actions={sample ? {} : editing}>
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
