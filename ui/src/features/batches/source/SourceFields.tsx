import { Trans, useLingui } from "@lingui/react/macro";
import { FileText, FolderOpen, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, TextArea, TextField } from "../../../components";
import { useSize } from "../../../components/text/use-size";
import { problemOf, useHost } from "../../../host";
import type { Problem, SourceFile } from "../../../host/contract";
import { ProblemInline } from "../../../shared/problems";
import styles from "./Source.module.css";

type TextFieldsProps = { text: string; onChange: (text: string) => void; isKept: boolean; isDisabled: boolean };

/** Text to type or paste. */
export function TextFields({ text, onChange, isKept, isDisabled }: TextFieldsProps): ReactNode {
  const { t } = useLingui();
  return (
    <TextArea
      aria-label={t`URLs`}
      placeholder={"example.com/\nexample.com/about\nexample.com/contact"}
      description={
        isKept
          ? t`One URL per line, a table with a URL column, or a sitemap.`
          : t`Not saved as a draft, because it may contain passwords.`
      }
      rows={9}
      value={text}
      onChange={onChange}
      isDisabled={isDisabled}
    />
  );
}

type FileFieldsProps = { file: SourceFile | null; onChange: (file: SourceFile | null) => void; isDisabled: boolean };

/** A file that was picked or dropped. */
export function FileFields({ file, onChange, isDisabled }: FileFieldsProps): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const sizeOf = useSize();
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

  return (
    <>
      <div className={styles.file}>
        {file ? (
          <>
            <FileText size={18} strokeWidth={1.5} aria-hidden className={styles.fileIcon} />
            <span className={styles.fileName} dir="auto" title={file.name}>
              {file.name}
            </span>
            <span className={styles.muted}>{sizeOf(file.bytes)}</span>
            <Button
              variant="quiet"
              icon={X}
              aria-label={t`Remove file`}
              onPress={() => onChange(null)}
              isDisabled={isDisabled}
            />
          </>
        ) : (
          <p className={styles.muted}>
            <Trans>Text, CSV, or sitemap (.gz works too). Drop it anywhere in the window.</Trans>
          </p>
        )}
        <Button icon={FolderOpen} onPress={() => void choose()} isDisabled={isDisabled}>
          {file ? <Trans>Choose another…</Trans> : <Trans>Choose a file…</Trans>}
        </Button>
      </div>
      {problem && <ProblemInline problem={problem} actions={{ retry: () => void choose() }} />}
    </>
  );
}

type SitemapFieldsProps = {
  address: string;
  onChange: (address: string) => void;
  /** Fetches the sitemap. */
  onRead: () => void;
  errorMessage: string | undefined;
  isReading: boolean;
  isDisabled: boolean;
};

export function SitemapFields(props: SitemapFieldsProps): ReactNode {
  const { address, onChange, onRead, errorMessage, isReading, isDisabled } = props;
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
        autoComplete="off"
        spellCheck="false"
        inputMode="url"
      />
      <Button onPress={onRead} isPending={isReading} isDisabled={isDisabled || address.trim() === ""}>
        <Trans>Load</Trans>
      </Button>
    </div>
  );
}
