import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Form } from "react-aria-components";
import { useDebounced } from "../../app/use-debounced";
import { Button, Dialog, DialogFooter, ProblemInline, TextField, useFieldTexts } from "../../components";
import { problemOf, useHost } from "../../host";
import type { NewReport, Problem, Written } from "../../host/contract";
import styles from "./NewReportDialog.module.css";
import { type PrivacyChoice, PrivacyFields, sentPrivacy } from "./PrivacyFields";

// What was typed outlives the dialog, but not the app: it may name pages that are nobody else's business.
const drafts = new Map<string, { url: string; privacy: PrivacyChoice["privacy"] }>();

const FIELDS = ["url", "privacy", "password"];

export type NewReportDialogProps = {
  connection: string;
  onClose: () => void;
  /** Creates it (`interface.md` §4.3). */
  create: (report: NewReport) => Promise<Written>;
  onCreated: (written: Written) => void;
  /** The user wants to see whether the report is there, after an answer that never came. */
  onLook: () => void;
};

/** Asks for a page and has the service report on it. */
export function NewReportDialog({ connection, onClose, create, onCreated, onLook }: NewReportDialogProps) {
  const { t } = useLingui();
  const [draft] = useState(() => drafts.get(connection));
  const [url, setUrl] = useState(draft?.url ?? "");
  const [choice, setChoice] = useState<PrivacyChoice>({ privacy: draft?.privacy ?? "private", password: "" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setPending] = useState(false);
  const errorOf = useFieldTexts(problem);
  const address = useAddress(url);

  useEffect(() => {
    drafts.set(connection, { url, privacy: choice.privacy });
  }, [connection, url, choice.privacy]);

  async function send() {
    setPending(true);
    setProblem(null);
    try {
      const written = await create({ url, ...sentPrivacy(choice) });
      drafts.delete(connection);
      onCreated(written);
    } catch (thrown) {
      setProblem(problemOf(thrown));
      setPending(false);
    }
  }

  return (
    <Dialog title={t`New report`} isOpen onClose={onClose} isHeld={isPending}>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void send();
        }}
      >
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
          autoFocus
          isDisabled={isPending}
          autoComplete="off"
          spellCheck="false"
          inputMode="url"
        />
        <PrivacyFields value={choice} onChange={setChoice} errorOf={errorOf} isDisabled={isPending} />
        {isPending && <Waiting />}
        {problem && !problem.fields.some(({ field }) => FIELDS.includes(field)) && (
          <>
            <ProblemInline problem={problem} />
            {problem.code === "outcome_unknown" && (
              <p className={styles.hint}>
                <Trans>The report may be at the top of the list. What you typed stays here.</Trans>{" "}
                <Button onPress={onLook}>
                  <Trans>Look in the list</Trans>
                </Button>
              </p>
            )}
            {problem.code === "forbidden" && (
              <p className={styles.hint}>
                <Trans>
                  Services limit how many reports an account can create in a month. The limit may be reached.
                </Trans>
              </p>
            )}
          </>
        )}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            <Trans>Create report</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** How an address would be sent, or what is wrong with it, a moment after it was typed. */
function useAddress(typed: string): { sent?: string; error?: string | undefined } {
  const host = useHost();
  const url = useDebounced(typed, 400);
  const isAsked = url.trim() !== "";
  const { data, error } = useQuery({
    queryKey: ["address", url],
    queryFn: () => host.call("address_check", { url }),
    enabled: isAsked,
  });
  const errorOf = useFieldTexts(error ? problemOf(error) : null);
  if (!isAsked || url !== typed) return {};
  return data ? { sent: data.url } : { error: errorOf("url") };
}

/** Says that creating takes a while, and for how long it has. */
function Waiting() {
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
        <Trans>{seconds} s</Trans>
      </p>
    </div>
  );
}
