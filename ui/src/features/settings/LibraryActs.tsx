import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button, toast } from "../../components";
import { useSize } from "../../components/text/use-size";
import { problemOf, useHost } from "../../host";
import type { LibraryInfo } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { ConfirmDialog, ProblemInline } from "../../shared/problems";
import { RowText } from "./RowText";
import setting from "./setting.module.css";

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
      if (made) toast({ tone: "success", title: t`Library backed up`, description: made.file, stays: true });
    },
  });
  /** Updates all queries of the library. */
  const showNew = (now: LibraryInfo) => {
    queries.setQueryData(keys.library.info(), now);
    void queries.invalidateQueries({ queryKey: keys.library.all() });
  };

  return (
    <>
      <div className={setting.spread}>
        <RowText label={<Trans>Backup</Trans>}>
          <Trans>Backs up your whole library to one file. API keys aren’t included.</Trans>
        </RowText>
        <div className={setting.buttons}>
          <Button
            isPending={backup.isPending}
            isDisabled={!isReady && info.state !== "read_only"}
            onPress={() => backup.mutate()}
          >
            <Trans>Back up library…</Trans>
          </Button>
          <Button isDisabled={!isReady} onPress={() => setAsked("restore")}>
            <Trans>Restore library…</Trans>
          </Button>
        </div>
      </div>
      {backup.error && <ProblemInline problem={problemOf(backup.error)} actions={{ retry: () => backup.mutate() }} />}
      <div className={setting.spread}>
        <RowText label={<Trans>History and saved copies</Trans>}>
          <Trans>Clearing the library deletes them. Reports on the service stay.</Trans>
        </RowText>
        <Button variant="danger" isDisabled={!isReady} onPress={() => setAsked("clear")}>
          <Trans>Clear library…</Trans>
        </Button>
      </div>
      <RestoreDialog isOpen={asked === "restore"} onClose={() => setAsked(null)} onDone={showNew} />
      <ClearDialog info={info} isOpen={asked === "clear"} onClose={() => setAsked(null)} onDone={showNew} />
    </>
  );
}

type DialogProps = { isOpen: boolean; onClose: () => void; onDone: (now: LibraryInfo) => void };

function RestoreDialog({ isOpen, onClose, onDone }: DialogProps) {
  const { t } = useLingui();
  const host = useHost();
  return (
    <ConfirmDialog
      title={t`Replace library with a backup?`}
      confirmLabel={t`Choose backup…`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={async () => {
        const now = await host.call("library_restore", null);
        if (!now) return;
        onDone(now);
        toast({ tone: "success", title: t`Library restored` });
      }}
    >
      <Trans>
        Your current library is replaced by the backup. Assay verifies the backup first. Nothing changes on the service.
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
      title={t`Clear library?`}
      confirmLabel={t`Clear library`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={async () => {
        onDone(await host.call("library_clear", null));
        toast({ tone: "success", title: t`Library cleared` });
      }}
    >
      <p>
        <Trans>
          Permanently deletes {weight} from this computer: <Plural value={reports} one="# report" other="# reports" />{" "}
          with <Plural value={snapshots} one="# snapshot" other="# snapshots" />, including removed reports.
        </Trans>
      </p>
      <p>
        <Trans>Reports still on the service can be synced again, but without their history.</Trans>
      </p>
    </ConfirmDialog>
  );
}
