import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button, toast } from "../../components";
import { useSize } from "../../components/text/use-size";
import { problemOf, useHost } from "../../host";
import type { LibraryInfo } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { ConfirmDialog, ProblemInline } from "../../shared/problems";
import styles from "./SettingsScreen.module.css";

/** Backup, restore, and clear; the last two ask first. */
export function LibraryActs({ info }: { info: LibraryInfo }): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<"restore" | "clear" | null>(null);
  const isReady = info.state === "ready";

  const backup = useMutation({
    mutationFn: () => host.call("library_backup", null),
    onSuccess: (made) => {
      if (made) toast({ tone: "success", title: t`The library was backed up`, description: made.file, stays: true });
    },
  });
  /** Updates all queries of the library. */
  const showNew = (now: LibraryInfo) => {
    queries.setQueryData(keys.library.info(), now);
    void queries.invalidateQueries({ queryKey: keys.library.all() });
  };

  return (
    <div className={styles.act}>
      <div className={styles.buttons}>
        <Button
          isPending={backup.isPending}
          isDisabled={!isReady && info.state !== "read_only"}
          onPress={() => backup.mutate()}
        >
          <Trans>Back up…</Trans>
        </Button>
        <Button isDisabled={!isReady} onPress={() => setAsked("restore")}>
          <Trans>Restore…</Trans>
        </Button>
        <Button isDisabled={!isReady} onPress={() => setAsked("clear")}>
          <Trans>Clear…</Trans>
        </Button>
      </div>
      <p className={styles.muted}>
        <Trans>A backup is one file with everything that the library knows. It holds no keys.</Trans>
      </p>
      {backup.error && <ProblemInline problem={problemOf(backup.error)} actions={{ retry: () => backup.mutate() }} />}
      <RestoreDialog isOpen={asked === "restore"} onClose={() => setAsked(null)} onDone={showNew} />
      <ClearDialog info={info} isOpen={asked === "clear"} onClose={() => setAsked(null)} onDone={showNew} />
    </div>
  );
}

type DialogProps = { isOpen: boolean; onClose: () => void; onDone: (now: LibraryInfo) => void };

function RestoreDialog({ isOpen, onClose, onDone }: DialogProps) {
  const { t } = useLingui();
  const host = useHost();
  return (
    <ConfirmDialog
      title={t`Replace the library by a backup?`}
      confirmLabel={t`Choose a backup…`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={async () => {
        const now = await host.call("library_restore", null);
        if (!now) return;
        onDone(now);
        toast({ tone: "success", title: t`The library was restored` });
      }}
    >
      <Trans>
        What the library knows now goes, and what the backup knows takes its place. The backup is checked first. Nothing
        changes on the service.
      </Trans>
    </ConfirmDialog>
  );
}

function ClearDialog({ info, isOpen, onClose, onDone }: DialogProps & { info: LibraryInfo }) {
  const { t } = useLingui();
  const host = useHost();
  const { reports, snapshots, bytes } = info;
  const weight = useSize()(bytes);
  return (
    <ConfirmDialog
      title={t`Clear the library?`}
      confirmLabel={t`Clear`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={async () => {
        onDone(await host.call("library_clear", null));
        toast({ tone: "success", title: t`The library is empty` });
      }}
    >
      <p>
        <Trans>
          {weight} are removed from this computer:{" "}
          <Plural value={reports} one="what is known of # report" other="what is known of # reports" />, in{" "}
          <Plural value={snapshots} one="# snapshot" other="# snapshots" />.
        </Trans>
      </p>
      <p className={styles.paragraph}>
        <Trans>
          History, and reports that are gone from the service, cannot be brought back. The service is not touched: what
          it has now can be read again.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
