import { Trans, useLingui } from "@lingui/react/macro";
import { FileText, FileUp, Network, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, TextField } from "../../../components";
import { useSize } from "../../../components/text/use-size";
import { problemOf, useHost } from "../../../host";
import type { Problem, SourceFile } from "../../../host/contract";
import styles from "./Source.module.css";

/** Lets the user choose a file, and keeps why that failed. */
export function useFileChoice(onChange: (file: SourceFile) => void) {
  const host = useHost();
  const [problem, setProblem] = useState<Problem | null>(null);
  async function choose() {
    setProblem(null);
    try {
      const chosen = await host.call("source_choose", null);
      if (chosen) onChange(chosen);
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  }
  return { choose: () => void choose(), problem };
}

type OtherSourcesProps = { onFile: () => void; onSitemap: () => void; isDisabled: boolean };

/** Other sources than text. */
export function OtherSources({ onFile, onSitemap, isDisabled }: OtherSourcesProps): ReactNode {
  return (
    <>
      <Button variant="quiet" icon={FileUp} onPress={onFile} isDisabled={isDisabled}>
        <Trans>Choose file…</Trans>
      </Button>
      <Button variant="quiet" icon={Network} onPress={onSitemap} isDisabled={isDisabled}>
        <Trans>From sitemap…</Trans>
      </Button>
    </>
  );
}

type FileFieldsProps = { file: SourceFile; onChoose: () => void; onRemove: () => void; isDisabled: boolean };

/** A file that was picked or dropped. */
export function FileFields({ file, onChoose, onRemove, isDisabled }: FileFieldsProps): ReactNode {
  const { t } = useLingui();
  const sizeOf = useSize();
  return (
    <>
      <FileText size={16} strokeWidth={1.9} aria-hidden className={styles.fileIcon} />
      <span className={styles.fileName} dir="auto" title={file.name}>
        {file.name}
      </span>
      <span className={styles.muted}>{sizeOf(file.bytes)}</span>
      <Button variant="quiet" icon={X} aria-label={t`Remove file`} onPress={onRemove} isDisabled={isDisabled} />
      <Button icon={FileUp} onPress={onChoose} isDisabled={isDisabled}>
        <Trans>Choose another…</Trans>
      </Button>
    </>
  );
}

type SitemapFieldsProps = {
  address: string;
  onChange: (address: string) => void;
  /** Fetches the sitemap. */
  onRead: () => void;
  onClose: () => void;
  errorMessage: string | undefined;
  isReading: boolean;
  isDisabled: boolean;
};

export function SitemapFields(props: SitemapFieldsProps): ReactNode {
  const { address, onChange, onRead, onClose, errorMessage, isReading, isDisabled } = props;
  const { t } = useLingui();
  return (
    <div className={styles.sitemap}>
      <TextField
        aria-label={t`Sitemap URL`}
        placeholder="example.com/sitemap.xml"
        description={t`Assay downloads it and any sitemaps it lists. Your API key isn’t used.`}
        errorMessage={errorMessage}
        value={address}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          onRead();
        }}
        isDisabled={isDisabled}
        autoFocus={address === ""}
        autoComplete="off"
        spellCheck="false"
        inputMode="url"
      />
      <Button onPress={onRead} isPending={isReading} isDisabled={isDisabled || address.trim() === ""}>
        <Trans>Load</Trans>
      </Button>
      <Button variant="quiet" onPress={onClose} isDisabled={isDisabled}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
