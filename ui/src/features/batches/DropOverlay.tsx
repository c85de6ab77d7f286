import { Trans, useLingui } from "@lingui/react/macro";
import { FileDown } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { toast } from "../../components";
import { useHost } from "../../host";
import type { SourceFile } from "../../host/contract";
import { useNewBatch } from "../../shared/planning/new-batch";
import { openDialog } from "../../shared/screen/focus";
import styles from "./DropOverlay.module.css";

/** Starts a new batch with a file dropped on the window. */
export function DropOverlay(): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const { give } = useNewBatch();
  const [isOver, setOver] = useState(false);

  const drop = useEffectEvent(([file, ...others]: readonly SourceFile[]) => {
    setOver(false);
    if (openDialog() !== null) return;
    if (!file) return void toast({ tone: "info", title: t`Only files can be dropped here` });
    if (!give) return void toast({ tone: "info", title: t`Add a connection first` });
    give({ kind: "file", file });
    if (others.length > 0) toast({ tone: "info", title: t`Only the first file was used` });
  });
  useEffect(
    () =>
      host.watch((event) => {
        if (event.kind === "files_over") setOver(event.over);
        else if (event.kind === "files_dropped") drop(event.files);
      }),
    [host],
  );

  if (!isOver || !give || openDialog() !== null) return null;
  return createPortal(
    <div className={styles.overlay} aria-hidden>
      <FileDown size={28} strokeWidth={1.5} />
      <p>
        <Trans>Drop a list of URLs to create a batch</Trans>
      </p>
      <p className={styles.hint}>
        <Trans>Text, CSV, Excel, or sitemap. Nothing is sent yet.</Trans>
      </p>
    </div>,
    document.body,
  );
}
