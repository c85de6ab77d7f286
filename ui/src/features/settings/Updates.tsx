import { Trans } from "@lingui/react/macro";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Button, Checkbox, DateText, lazyNamed } from "../../components";
import { problemOf } from "../../host";
import type { UpdatePhase } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import { ProblemInline } from "../../shared/problems";
import { isUnderWay, releaseOf, useUpdate, useUpdateCheck } from "../../shared/updates/use-update";
import styles from "./SettingsScreen.module.css";

const UpdateDialog = lazyNamed(() => import("../../shared/updates/UpdateDialog"), "UpdateDialog");

/** The update status, or why this copy doesn't check for updates. */
export function Updates(): ReactNode {
  const { way, phase } = useUpdate();
  const [{ look_for_updates }, save] = usePreferences();
  const look = useUpdateCheck();
  const [isOpen, setOpen] = useState(false);
  const note = useId();
  if (way === "forbidden" || way === "unsigned") {
    return (
      <p className={styles.muted}>
        {way === "forbidden" ? (
          <Trans>The administrator of this computer has turned updates off.</Trans>
        ) : (
          <Trans>This copy of Assay was built without updates, so it does not look for newer versions.</Trans>
        )}
      </p>
    );
  }
  const release = releaseOf(phase);
  const failed = phase.kind === "failed" ? phase.problem : look.error && problemOf(look.error);
  return (
    <>
      <div className={styles.act}>
        <p role="status">
          <State phase={phase} />
        </p>
        {release ? (
          <Button onPress={() => setOpen(true)}>
            {isUnderWay(phase) ? <Trans>Show</Trans> : <Trans>What is new</Trans>}
          </Button>
        ) : failed ? (
          <ProblemInline problem={failed} actions={{ retry: () => look.mutate() }} />
        ) : (
          <Button isPending={look.isPending || phase.kind === "looking"} onPress={() => look.mutate()}>
            <Trans>Look for updates</Trans>
          </Button>
        )}
      </div>
      <div>
        <Checkbox
          aria-describedby={note}
          isSelected={look_for_updates}
          onChange={(isOn) => save({ look_for_updates: isOn })}
        >
          <Trans>Look for updates when Assay opens, and once a day</Trans>
        </Checkbox>
        <p id={note} className={styles.muted}>
          <Trans>Nothing is installed without asking.</Trans>
        </p>
      </div>
      {isOpen && (
        <Suspense>
          <UpdateDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function State({ phase }: { phase: UpdatePhase }) {
  const version = releaseOf(phase)?.version;
  switch (phase.kind) {
    case "idle":
      return <Trans>Nobody has looked for a newer version since Assay opened.</Trans>;
    case "looking":
      return <Trans>Looking for a newer version…</Trans>;
    case "current":
      return (
        <Trans>
          This is the newest version, as of <DateText value={phase.at} form="exact" isInText />.
        </Trans>
      );
    case "found":
      return <Trans>Assay {version} is available.</Trans>;
    case "fetching":
      return <Trans>Assay {version} is being fetched.</Trans>;
    case "ready":
      return <Trans>Assay {version} is ready to install.</Trans>;
    case "installing":
      return <Trans>Assay {version} is being installed. Assay starts again then.</Trans>;
    case "failed":
      return version !== undefined && <Trans>Assay {version} could not be installed.</Trans>;
  }
}
