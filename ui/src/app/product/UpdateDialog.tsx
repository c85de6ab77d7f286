import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Button, DateText, Dialog, ProblemInline, useOpenAddress } from "../../components";
import { useSize } from "../../components/use-size";
import { problemOf, useHost } from "../../host";
import type { UpdatePhase } from "../../host/contract";
import { useStart } from "../start";
import styles from "./product.module.css";
import { ReleaseNotes } from "./ReleaseNotes";
import { isUnderWay, releaseOf, useLook, useUpdate } from "./use-update";

export type UpdateDialogProps = {
  /** It is to look for a newer version first. */
  looks?: boolean;
  onClose: () => void;
};

/** What is new in a newer version, how it comes onto this computer, and how far that is. */
export function UpdateDialog({ looks = false, onClose }: UpdateDialogProps): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const openAddress = useOpenAddress();
  const { way, phase } = useUpdate();
  const look = useLook();
  const install = useMutation({ mutationFn: () => host.call("update_install", null) });
  const lookFirst = useEffectEvent(() => {
    if (looks && !isUnderWay(phase)) look.mutate();
  });
  useEffect(() => lookFirst(), []);

  const release = releaseOf(phase);
  const thrown = install.error ?? look.error;
  const problem = phase.kind === "failed" ? phase.problem : thrown && problemOf(thrown);
  const canInstall = way === "own" && release !== null && !isUnderWay(phase);
  const page = release?.page ?? null;
  const version = release?.version;
  return (
    <Dialog
      title={release ? t`Assay ${version}` : t`Updates`}
      isOpen
      onClose={onClose}
      footer={
        <>
          {page !== null && !isUnderWay(phase) && (way === "package" || problem) && (
            <Button variant={way === "package" ? "primary" : "secondary"} onPress={() => openAddress(page)}>
              <Trans>Open its page</Trans>
            </Button>
          )}
          <Button onPress={onClose}>{canInstall ? <Trans>Later</Trans> : <Trans>Close</Trans>}</Button>
          {canInstall && !problem && (
            <Button variant="primary" isPending={install.isPending} onPress={() => install.mutate()}>
              <Trans>Install and restart</Trans>
            </Button>
          )}
        </>
      }
    >
      {problem ? (
        <ProblemInline problem={problem} actions={{ retry: () => (canInstall ? install : look).mutate() }} />
      ) : (
        <Progress phase={phase} />
      )}
      {release && (
        <>
          {release.published !== null && (
            <p className={styles.muted}>
              <DateText value={release.published} form="date" />
            </p>
          )}
          <ReleaseNotes notes={release.notes} />
          {way === "package" && (
            <p>
              <Trans>
                Assay was installed by the system’s package manager, which also installs newer versions: update the
                package as you do with others, or get it from its page.
              </Trans>
            </p>
          )}
          {canInstall && !problem && (
            <p>
              <Trans>
                Assay fetches it, checks that it is from its makers, closes, and starts again as the newer version.
                Batches that run go on then from where they stood. Where something would be lost, it asks first.
              </Trans>
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** How far it is, told to screen readers as well. */
function Progress({ phase }: { phase: UpdatePhase }) {
  const { t } = useLingui();
  const { version } = useStart();
  const size = useSize();
  const fetched = phase.kind === "fetching" ? { done: phase.done, total: phase.total } : null;
  const [done, total] = [size(fetched?.done ?? 0), size(fetched?.total ?? 0)];
  return (
    <>
      <div role="status" className={styles.status}>
        {(phase.kind === "looking" || phase.kind === "idle") && <Trans>Looking for a newer version…</Trans>}
        {phase.kind === "current" && <Trans>Assay {version} is the newest version.</Trans>}
        {phase.kind === "fetching" && <Trans>The newer version is being fetched. You can go on meanwhile.</Trans>}
        {phase.kind === "ready" && <Trans>The newer version is fetched. Install it once nothing would be lost.</Trans>}
        {phase.kind === "installing" && <Trans>The newer version is being installed. Assay starts again then.</Trans>}
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
