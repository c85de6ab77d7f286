import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Banner, Button, Dialog, DialogFooter, Form, PrivacyMark, TextField, useDuration } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { CreateLookup, NormalizedUrl } from "../../../host/contract";
import { addressesIn } from "../../../host/page-urls";
import { useWait } from "../../../shared/data/events";
import { useOverviewQuery } from "../../../shared/data/overview";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { useDebounced } from "../../../shared/lists/use-debounced";
import { useNewBatch } from "../../../shared/planning/new-batch";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import { DraftNotice } from "../../../shared/unsaved/drafts-notice";
import styles from "./NewReportDialog.module.css";
import { PasswordFields, PrivacyFields } from "./PrivacyFields";
import { UnknownCreation } from "./UnknownCreation";
import { type NewReportOptions, useNewReport } from "./use-new-report";

const FIELDS = ["url", "privacy", "password"];

export type NewReportDialogProps = NewReportOptions & {
  onClose: () => void;
  /** Searches for a report created since `since` with an unknown outcome. */
  seek: (url: string, since: string) => Promise<CreateLookup>;
  /** Opens another report, which may be the one. */
  onOpen: (id: string) => void;
};

export function NewReportDialog({ onClose, seek, onOpen, ...options }: NewReportDialogProps) {
  const { t } = useLingui();
  const report = useNewReport(options);
  const { url, isPending, problem, doubt, send } = report;
  // The last pasted text with several URLs, which a batch can take.
  const [several, setSeveral] = useState<string | null>(null);
  const errorOf = useFieldTexts(problem);
  const address = useAddress(url);
  const wait = useWait(options.connection);
  const isUsedUp = useIsQuotaUsed(options.connection);
  const form = useRef<HTMLFormElement>(null);
  const urlError = errorOf("url") ?? address.error;

  function urlHint() {
    if (urlError !== undefined || doubt) return undefined;
    return address.sent ? <WillCheck {...address.sent} /> : t`https:// is added if you leave it out.`;
  }

  return (
    <Dialog title={t`New report`} isOpen onClose={onClose} isHeld={isPending}>
      <Form
        ref={form}
        onSubmit={() => {
          if (!isPending && !doubt) send();
        }}
      >
        {report.isRestored && !doubt && (
          <DraftNotice
            onStartOver={() => {
              report.startOver();
              form.current?.querySelector("input")?.focus();
            }}
          >
            <Trans>Draft restored.</Trans>
          </DraftNotice>
        )}
        <TextField
          label={t`Page URL`}
          placeholder="example.com/page"
          description={urlHint()}
          errorMessage={problem?.code === "refused_input" && urlError ? <Refused>{urlError}</Refused> : urlError}
          value={url}
          onChange={report.type}
          onPaste={({ clipboardData }) => {
            const text = clipboardData.getData("text/plain");
            setSeveral(addressesIn(text).length > 1 ? text : null);
          }}
          autoFocus
          isDisabled={isPending}
          autoComplete="off"
          spellCheck="false"
          inputMode="url"
        />
        {several !== null && !isPending && <Several text={several} onClose={onClose} />}
        {doubt && (
          <p className={styles.sent}>
            <Trans>Who can see the report</Trans>
            <PrivacyMark privacy={report.sentPrivacy()} />
          </p>
        )}
        {!doubt && (
          <PrivacyFields value={report.choice} onChange={report.setChoice} errorOf={errorOf} isDisabled={isPending} />
        )}
        {report.lacksPassword && (
          <PasswordFields value={report.choice} onChange={report.setChoice} errorOf={errorOf} isDisabled={isPending} />
        )}
        {isPending && !wait && <Waiting />}
        {problem && !problem.fields.some(({ field }) => FIELDS.includes(field)) && <ProblemInline problem={problem} />}
        {doubt ? (
          <UnknownCreation
            doubt={doubt}
            privacy={report.sentPrivacy()}
            seek={() => seek(doubt.url, doubt.since)}
            onFound={report.noteFound}
            onOpen={onOpen}
            onCreateAgain={send}
            onClose={onClose}
          />
        ) : (
          <DialogFooter>
            {isUsedUp && (
              <p className={styles.quota}>
                <Trans>Monthly quota used up. Change it in Settings → Batches.</Trans>
              </p>
            )}
            <Button onPress={onClose} isDisabled={isPending}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              <Trans>Create report</Trans>
            </Button>
          </DialogFooter>
        )}
      </Form>
    </Dialog>
  );
}

/** True if as many reports were created this month as the quota that the user entered (`field-notes.md` 21). */
function useIsQuotaUsed(connection: string): boolean {
  const host = useHost();
  const [{ quotas }] = usePreferences();
  const query = useOverviewQuery(connection);
  const quota = quotas[connection];
  const { data } = useQuery({
    queryKey: keys.library.overview(query),
    queryFn: ({ signal }) => host.call("overview_read", query, { signal }),
    enabled: quota !== undefined,
  });
  return quota !== undefined && data !== undefined && data.created_this_month >= quota;
}

/** The service’s own words for a URL, which may say no more than what is wrong. */
function Refused({ children }: { children: string }) {
  return (
    <>
      {children} <br />
      <Trans>No report was created. Check the URL and try again.</Trans>
    </>
  );
}

/** Offers a batch for several URLs. */
function Several({ text, onClose }: { text: string; onClose: () => void }) {
  const { give } = useNewBatch();
  const count = addressesIn(text).length;
  if (!give) return null;
  return (
    <Banner
      tone="info"
      isNew
      action={
        <Button
          onPress={() => {
            onClose();
            give({ kind: "text", text });
          }}
        >
          <Trans>Create a batch</Trans>
        </Button>
      }
    >
      <Plural value={count} one="You pasted # URL." other="You pasted # URLs." />
    </Banner>
  );
}

/** The URL that will be sent, and the fragment that won't. */
function WillCheck({ url, fragment }: NormalizedUrl) {
  return (
    <>
      <span>
        <Trans>Will check {url}</Trans>
      </span>
      {fragment !== null && (
        <>
          <br />
          <span>
            <Trans>{fragment} is left out: it never reaches the server</Trans>
          </span>
        </>
      )}
    </>
  );
}

/** The normalized URL or its problem, shortly after typing. */
function useAddress(typed: string): { sent?: NormalizedUrl; error?: string | undefined } {
  const host = useHost();
  const url = useDebounced(typed, 400);
  const isAsked = url.trim() !== "";
  const { data, error } = useQuery({
    queryKey: ["address", url],
    queryFn: ({ signal }) => host.call("address_check", { url }, { signal }),
    enabled: isAsked,
  });
  const errorOf = useFieldTexts(error ? problemOf(error) : null);
  if (!isAsked || url !== typed) return {};
  return data ? { sent: data } : { error: errorOf("url") };
}

/** Progress of a create, with its duration. */
function Waiting() {
  const timeOf = useDuration();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.waiting}>
      <p role="status">
        <Trans>Checking the page. This can take up to 90 seconds.</Trans>
      </p>
      <p className={styles.seconds} aria-hidden>
        {timeOf(seconds)}
      </p>
    </div>
  );
}
