import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Button, DateText, Dialog, useOpenAddress } from "../../components";
import { useSize } from "../../components/text/use-size";
import { problemOf } from "../../host";
import type { Release, UpdateMethod, UpdatePhase } from "../../host/contract";
import { useStart } from "../data/start";
import { ProblemInline } from "../problems";
import styles from "./product.module.css";
import { ReleaseNotes } from "./ReleaseNotes";
import { isUnderWay, releaseOf, useInstall, useUpdate, useUpdateCheck } from "./use-update";

export type UpdateDialogProps = {
  /** Check for updates first. */
  looks?: boolean;
  onClose: () => void;
};

/** Release notes, how the update is installed, and its progress. */
export function UpdateDialog({ looks = false, onClose }: UpdateDialogProps): ReactNode {
  const { t } = useLingui();
  const openAddress = useOpenAddress();
  const { way, phase } = useUpdate();
  const look = useUpdateCheck();
  const install = useInstall();
  const lookFirst = useEffectEvent(() => {
    if (looks && !isUnderWay(phase)) look.mutate();
  });
  useEffect(() => lookFirst(), []);

  const release = releaseOf(phase);
  const startInstall = () => {
    look.reset();
    install.start();
  };
  const failure = look.error
    ? { problem: problemOf(look.error), retry: () => look.mutate() }
    : phase.kind === "failed"
      ? // Retrying the install makes sense only if it was requested.
        { problem: phase.problem, retry: release ? startInstall : () => look.mutate() }
      : null;
  const canInstall = (way === "own" || way === "with_permission") && release !== null && !isUnderWay(phase);
  const page = release?.page ?? null;
  const hasPage = page !== null && !isUnderWay(phase) && (way === "package" || failure !== null);
  const stop = phase.kind === "fetching" ? install.stop : null;
  const version = release?.version;
  return (
    <Dialog
      title={release ? t`Assay ${version}` : t`Updates`}
      isOpen
      onClose={onClose}
      footer={
        (canInstall || hasPage || stop) && (
          <>
            {canInstall && (
              <Button onPress={onClose}>
                <Trans>Later</Trans>
              </Button>
            )}
            {hasPage && (
              <Button variant={way === "package" ? "primary" : "secondary"} onPress={() => openAddress(page)}>
                <Trans>Open download page</Trans>
              </Button>
            )}
            {stop && (
              <Button onPress={stop}>
                <Trans>Stop</Trans>
              </Button>
            )}
            {canInstall && phase.kind !== "failed" && (
              <Button variant="primary" isPending={install.stop !== null} onPress={startInstall}>
                <Trans>Install and restart</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {phase.kind !== "failed" && <Progress phase={phase} />}
      {failure && <ProblemInline problem={failure.problem} actions={{ retry: failure.retry }} />}
      {release && <ReleaseDetails release={release} way={way} isOffered={canInstall && phase.kind === "found"} />}
    </Dialog>
  );
}

type ReleaseProps = { release: Release; way: UpdateMethod; isOffered: boolean };

/** The release notes, and how to get the release. */
function ReleaseDetails({ release, way, isOffered }: ReleaseProps) {
  return (
    <>
      {release.published !== null && (
        <p className={styles.muted}>
          <DateText value={release.published} form="date" />
        </p>
      )}
      <ReleaseNotes notes={release.notes} />
      {way === "package" && (
        <p>
          <Trans>Download the new package and install it like this one, or ask your administrator.</Trans>
        </p>
      )}
      {isOffered && (
        <p>
          <Trans>
            Assay downloads and verifies the update, then restarts. Running batches resume. If anything would be lost,
            Assay asks first.
          </Trans>
        </p>
      )}
      {isOffered && way === "with_permission" && (
        <p>
          <Trans>Your system asks for an administrator’s permission before installing.</Trans>
        </p>
      )}
    </>
  );
}

/** Progress, also announced to screen readers. */
function Progress({ phase }: { phase: UpdatePhase }) {
  const { t } = useLingui();
  const { version } = useStart();
  const newer = releaseOf(phase)?.version;
  const size = useSize();
  const fetched = phase.kind === "fetching" ? { done: phase.done, total: phase.total } : null;
  const [done, total] = [size(fetched?.done ?? 0), size(fetched?.total ?? 0)];
  return (
    <>
      <div role="status">
        {(phase.kind === "looking" || phase.kind === "idle") && <Trans>Checking for updates…</Trans>}
        {phase.kind === "current" && <Trans>Assay {version} is up to date.</Trans>}
        {phase.kind === "found" && (
          <Trans>
            Assay {newer} is available. You have Assay {version}.
          </Trans>
        )}
        {phase.kind === "fetching" && <Trans>Downloading the update. You can keep working.</Trans>}
        {phase.kind === "ready" && <Trans>Update downloaded. Install it when you’re ready.</Trans>}
        {phase.kind === "installing" && <Trans>Installing the update. Assay will restart.</Trans>}
      </div>
      {fetched && (
        <>
          <progress
            className={styles.progress}
            aria-label={t`Progress`}
            {...(fetched.total !== null && { value: fetched.done, max: Math.max(fetched.total, 1) })}
          />
          <p className={styles.count}>{fetched.total === null ? done : t`${done} of ${total}`}</p>
        </>
      )}
    </>
  );
}
