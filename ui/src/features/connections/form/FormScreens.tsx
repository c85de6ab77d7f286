import { Trans } from "@lingui/react/macro";
import { useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { makeProblem } from "../../../host";
import { useConnections } from "../../../shared/data/connection";
import { reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemView } from "../../../shared/problems";
import { Screen } from "../../../shared/screen/Screen";
import styles from "../Screens.module.css";
import { Cancel } from "./Cancel";
import { ConnectionForm } from "./ConnectionForm";
import { useOpenAdded } from "./use-open-added";

export function NewConnectionScreen(): ReactNode {
  const openAdded = useOpenAdded();
  return (
    <Screen title={<Trans>New connection</Trans>} column="middle">
      <div className={styles.column}>
        <ConnectionForm onSaved={openAdded} hasFoot>
          <Cancel />
        </ConnectionForm>
      </div>
    </Screen>
  );
}

/** Edits a connection or replaces its key. */
export function EditConnectionScreen(): ReactNode {
  const go = useGoTo();
  const { connection: id } = useParams({ from: "/connections/$connection/edit" });
  const { focus } = useSearch({ from: "/connections/$connection/edit" });
  const connection = useConnections().find((candidate) => candidate.id === id);
  // The sample workspace has a new URL and key each time.
  if (!connection || connection.sample) {
    return (
      <ProblemView
        headingLevel="h1"
        problem={makeProblem("connection_unknown")}
        actions={{ show_connections: () => go("/connections") }}
      />
    );
  }
  const isForKey = focus === "key";
  return (
    <Screen title={<Trans>Edit connection</Trans>} column="middle">
      <div className={styles.column}>
        <ConnectionForm
          key={id}
          initial={connection}
          focus={focus}
          hasFoot
          onSaved={() => go(isForKey ? reportsPath(id) : "/connections", { replace: true })}
        >
          <Cancel />
        </ConnectionForm>
      </div>
    </Screen>
  );
}
