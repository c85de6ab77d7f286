import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button, CopyButton, Dialog, Skeleton } from "../../components";
import { problemOf, useHost } from "../../host";
import { ProblemInline } from "../../shared/problems";
import styles from "../../shared/updates/product.module.css";
import { DiagnosticsText } from "./DiagnosticsText";

export function DiagnosticsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const { data, error, refetch } = useQuery({
    queryKey: ["diagnostics"],
    queryFn: ({ signal }) => host.call("diagnostics_read", null, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const openLogs = useMutation({ mutationFn: () => host.call("logs_open", null) });
  return (
    <Dialog
      title={t`Diagnostics`}
      isOpen
      isWide
      onClose={onClose}
      footer={
        <>
          <Button isPending={openLogs.isPending} onPress={() => openLogs.mutate()}>
            <Trans>Open log folder</Trans>
          </Button>
          {data !== undefined && <CopyButton variant="primary" text={() => data}>{t`Copy`}</CopyButton>}
        </>
      }
    >
      <p className={styles.muted}>
        <Trans>For support. Contains no keys, passwords, or URLs, and is shared only if you send it.</Trans>
      </p>
      {openLogs.error && (
        <ProblemInline isRead problem={problemOf(openLogs.error)} actions={{ retry: openLogs.mutate }} />
      )}
      {data !== undefined ? (
        <DiagnosticsText text={data} />
      ) : error ? (
        <ProblemInline isRead problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton rows={8} rowHeight={20} />
      )}
    </Dialog>
  );
}
