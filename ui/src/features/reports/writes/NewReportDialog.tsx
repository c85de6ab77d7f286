import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { addressesIn } from "../../../host/page-urls";
import { useWait } from "../../../shared/data/events";
import { useDebounced } from "../../../shared/lists/use-debounced";
import { type PrivacyChoice, usePasswordKeeping } from "../../../shared/passwords/use-password-keeping";
import { useNewBatch } from "../../../shared/planning/new-batch";
import { useLoss } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { DraftNotice } from "../../../shared/unsaved/drafts-notice";
import {
  Banner,
  Button,
  Dialog,
  DialogFooter,
  ProblemInline,
  TextField,
  useDuration,
  useFieldTexts,
} from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { NewReport, Problem, ReportRow, Sought, Written } from "../../../host/contract";
import type { WriteNotice } from "../context";
import { isNothing, kept, type NewReportDraft, readNewReport, unanswered } from "./new-report-draft";
import styles from "./NewReportDialog.module.css";
import { firstChoice, PrivacyFields, sentPrivacy } from "./PrivacyFields";
import { UnknownCreation } from "./UnknownCreation";

const FIELDS = ["url", "privacy", "password"];

export type NewReportDialogProps = {
  connection: string;
  /** The page to start with, in place of what was typed before. */
  address?: string | null;
  onClose: () => void;
  /** Searches for a report created since `since` with an unknown outcome. */
  create: (report: NewReport) => Promise<Written>;
  /** Looks for a report whose creation was begun at `since` and whose outcome is unknown. */
  seek: (url: string, since: string) => Promise<Sought>;
  /** It was created, as far as is known of it. */
  onCreated: (row: ReportRow, aftermath: WriteNotice) => void;
  /** The user would rather see another report, which may be the one. */
  onOpen: (id: string) => void;
};

/** Asks for a page and has the service report on it. */
export function NewReportDialog(props: NewReportDialogProps) {
  const { connection, address: asked = null, onClose, create, seek, onCreated, onOpen } = props;
  const { t } = useLingui();
  const [found, keep, forget] = useDraft(`new_report ${connection}`, readNewReport);
  const [isRestored, setRestored] = useState(found !== undefined && asked === null && !isNothing(found));
  const [url, setUrl] = useState(asked ?? found?.url ?? "");
  // Who may see a page that was chosen now is no matter of what was typed before.
  const first = (asked === null ? found?.privacy : undefined) ?? "private";
  const [choice, setChoice] = useState(firstChoice(first));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [doubt, setDoubt] = useState(found?.doubt ?? null);
  // When the service was asked to create it, while it has not answered.
  const [begun, setBegun] = useState<string | null>(null);
  // The last text that was pasted with several addresses, which a batch can take.
  const [several, setSeveral] = useState<string | null>(null);
  const isPending = begun !== null;
  const errorOf = useFieldTexts(problem);
  const address = useAddress(url);
  const noteWritten = usePasswordKeeping(connection);
  // What the service was asked for last, which is the report's where that is found.
  const sent = useRef<PrivacyChoice>(undefined);
  const wait = useWait(connection);
  const form = useRef<HTMLFormElement>(null);
  // A page that may have its report already is not sent once more by a mere Enter.
  const doubtHere = doubt?.url.trim() === url.trim() ? doubt : null;
  useLoss(
    choice.privacy === "password" && choice.password !== "" ? t`The password that you typed for a report.` : null,
  );

  const { privacy } = choice;
  useEffect(() => {
    // If the app ends before the service answers, it is not known whether there is a report.
    const draft: NewReportDraft = { url, privacy, doubt: begun === null ? doubt : unanswered(url, begun) };
    if (isNothing(draft) && !draft.doubt) forget();
    else keep(kept(draft));
  }, [keep, forget, url, privacy, doubt, begun]);

  function startOver() {
    setUrl("");
    setChoice(firstChoice("private"));
    setProblem(null);
    setRestored(false);
    form.current?.querySelector("input")?.focus();
  }

  function done(row: ReportRow, aftermath: WriteNotice) {
    forget();
    onCreated(row, aftermath);
  }

  function noteFound(row: ReportRow) {
    if (sent.current) noteWritten(row.id, { ...sent.current, isKept: choice.isKept });
    done(row, { unsettled: null, proven: "created" });
  }

  async function send() {
    const since = new Date().toISOString();
    sent.current = choice;
    setBegun(since);
    setProblem(null);
    setDoubt(null);
    setRestored(false);
    try {
      const { report, unsettled, answer_lost } = await create({ url, ...sentPrivacy(choice) });
      noteWritten(report.row.id, choice);
      done(report.row, { unsettled, proven: answer_lost && "created" });
    } catch (thrown) {
      const trouble = problemOf(thrown);
      if (trouble.code === "outcome_unknown") setDoubt({ url, problem: trouble, since: trouble.tried_at ?? since });
      else setProblem(trouble);
      setBegun(null);
    }
  }

  return (
    <Dialog title={t`New report`} isOpen onClose={onClose} isHeld={isPending}>
      <Form
        ref={form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && !doubtHere) void send();
        }}
      >
        {isRestored && (
          <DraftNotice onStartOver={startOver}>
            <Trans>Restored what you typed.</Trans>
          </DraftNotice>
        )}
        <TextField
          label={t`Page address`}
          placeholder="example.com/page"
          description={
            address.sent ? <Trans>Will be sent as {address.sent}</Trans> : t`https:// is added if you leave it out.`
          }
          errorMessage={errorOf("url") ?? address.error}
          value={url}
          onChange={(typed) => {
            setUrl(typed);
            setProblem(null);
          }}
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
        <PrivacyFields value={choice} onChange={setChoice} errorOf={errorOf} isDisabled={isPending} />
        {isPending && !wait && <Waiting />}
        {problem && !problem.fields.some(({ field }) => FIELDS.includes(field)) && <ProblemInline problem={problem} />}
        {doubtHere && (
          <UnknownCreation
            doubt={doubtHere}
            seek={() => seek(doubtHere.url, doubtHere.since)}
            onFound={noteFound}
            onOpen={onOpen}
            onCreateAgain={() => void send()}
          />
        )}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={isPending}>
            {doubtHere ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!doubtHere && (
            <Button type="submit" variant="primary" isPending={isPending}>
              <Trans>Create report</Trans>
            </Button>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
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
          <Trans>Plan a batch</Trans>
        </Button>
      }
    >
      <Plural value={count} one="You pasted # address." other="You pasted # addresses." />
    </Banner>
  );
}

/** The URL that will be sent, and the fragment that won't. */
function useAddress(typed: string): { sent?: string; error?: string | undefined } {
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
  return data ? { sent: data.url } : { error: errorOf("url") };
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
        <Trans>The service is fetching the page and checking it. This can take up to 90 seconds.</Trans>
      </p>
      <p className={styles.seconds} aria-hidden>
        {timeOf(seconds)}
      </p>
    </div>
  );
}
