import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button, DateText, lazyNamed, Switch } from "../../components";
import { problemOf } from "../../host";
import type { UpdatePhase } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import { ProblemInline } from "../../shared/problems";
import { isUnderWay, releaseOf, useUpdate, useUpdateCheck } from "../../shared/updates/use-update";
import setting from "./setting.module.css";

const UpdateDialog = lazyNamed(() => import("../../shared/updates/UpdateDialog"), "UpdateDialog");

/** The update status, or why this copy doesn't check for updates. */
export function Updates(): ReactNode {
  const { way, phase } = useUpdate();
  const [{ look_for_updates }, save] = usePreferences();
  const look = useUpdateCheck();
  const [isOpen, setOpen] = useState(false);
  if (way === "forbidden" || way === "unsigned") {
    return (
      <p className={setting.muted}>
        {way === "forbidden" ? (
          <Trans>Updates are turned off by your administrator.</Trans>
        ) : (
          <Trans>This build doesn’t check for updates.</Trans>
        )}
      </p>
    );
  }
  const release = releaseOf(phase);
  const failed = phase.kind === "failed" ? phase.problem : look.error && problemOf(look.error);
  return (
    <>
      <div className={setting.spread}>
        <p role="status">
          <State phase={phase} />
        </p>
        {release ? (
          <Button onPress={() => setOpen(true)}>
            {isUnderWay(phase) ? <Trans>View details</Trans> : <Trans>What’s new</Trans>}
          </Button>
        ) : failed ? (
          <ProblemInline isRead problem={failed} actions={{ retry: () => look.mutate() }} />
        ) : (
          <Button isPending={look.isPending || phase.kind === "looking"} onPress={() => look.mutate()}>
            <Trans>Check for updates</Trans>
          </Button>
        )}
      </div>
      <div className={setting.row}>
        <Switch
          isSelected={look_for_updates}
          onChange={(isOn) => save({ look_for_updates: isOn })}
          description={<Trans>Assay always asks before installing.</Trans>}
        >
          <Trans>Check for updates when Assay opens and once a day</Trans>
        </Switch>
      </div>
      {isOpen && <UpdateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function State({ phase }: { phase: UpdatePhase }) {
  const version = releaseOf(phase)?.version;
  switch (phase.kind) {
    case "idle":
      return <Trans>Not checked since Assay opened.</Trans>;
    case "looking":
      return <Trans>Checking for updates…</Trans>;
    case "current":
      return (
        <Trans>
          Up to date (checked <DateText value={phase.at} form="exact" isInText />
          ).
        </Trans>
      );
    case "found":
      return <Trans>Assay {version} is available.</Trans>;
    case "fetching":
      return <Trans>Downloading Assay {version}…</Trans>;
    case "ready":
      return <Trans>Assay {version} is ready to install.</Trans>;
    case "installing":
      return <Trans>Installing Assay {version}. Assay will restart.</Trans>;
    case "failed":
      return version !== undefined && <Trans>Couldn’t install Assay {version}.</Trans>;
  }
}
