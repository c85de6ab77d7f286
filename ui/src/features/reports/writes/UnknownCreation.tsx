import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AddressText, Button, DateText, useIntoView } from "../../../components";
import { problemOf } from "../../../host";
import type { CreateLookup, Privacy, Problem, ReportRow } from "../../../host/contract";
import { ConfirmDialog, ProblemInline } from "../../../shared/problems";
import styles from "./UnknownCreation.module.css";

/** A create with an unknown outcome (`field-notes.md` 19). */
export type UncertainCreate = {
  /** The URL as entered. */
  url: string;
  problem: Problem;
  /** When it started, by this computer's clock. */
  since: string;
};

export type UnknownCreationProps = {
  doubt: UncertainCreate;
  /** The report's intended privacy. */
  privacy: Privacy;
  seek: () => Promise<CreateLookup>;
  onFound: (row: ReportRow) => void;
  /** Opens another report created since. */
  onOpen: (id: string) => void;
  onCreateAgain: () => void;
};

/** Searches for a report that may exist; creates it again only on request. */
export function UnknownCreation({ doubt, privacy, seek, onFound, onOpen, onCreateAgain }: UnknownCreationProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  // The last result stays during another search.
  const [sought, setSought] = useState<CreateLookup | null>(null);
  const seeking = useMutation({ mutationFn: seek, gcTime: 0 });
  const look = () =>
    seeking.mutate(undefined, {
      // With other privacy it may be someone else's.
      onSuccess: (now) => (now.found?.privacy === privacy ? onFound(now.found) : setSought(now)),
    });
  const place = useIntoView(sought);
  const unlike = sought?.found ?? null;
  useEffect(() => place.current?.focus(), [place]);
  return (
    <section className={styles.doubt} ref={place} tabIndex={-1} aria-label={t`Outcome unknown`}>
      {!sought && (
        <ProblemInline problem={doubt.problem} actions={seeking.isPending ? { check: () => {} } : { check: look }} />
      )}
      {seeking.error && <ProblemInline isRead problem={problemOf(seeking.error)} actions={{ retry: look }} />}
      <div className={styles.sought} aria-live="polite">
        {seeking.isPending && !sought && <Trans>Searching for the report…</Trans>}
        {sought && (
          <>
            <p>
              <b>
                <Trans>Not found yet.</Trans>
              </b>{" "}
              {unlike ? (
                <Trans>A report of this page was created since, but with another privacy. It may not be yours:</Trans>
              ) : sought.others.length === 0 ? (
                <Trans>No other report has been created since.</Trans>
              ) : (
                <Plural
                  value={sought.others.length}
                  one="One report has been created since. If this page redirects, this may be it:"
                  other="# reports have been created since. If this page redirects, it may be one of these:"
                />
              )}
            </p>
            <Others rows={unlike ? [unlike, ...sought.others] : sought.others} onOpen={onOpen} />
            <div className={styles.buttons}>
              <Button variant="primary" onPress={look} isPending={seeking.isPending}>
                <Trans>Check now</Trans>
              </Button>
              <Button onPress={() => setAsking(true)}>
                <Trans>Create again</Trans>
              </Button>
            </div>
          </>
        )}
      </div>
      <ConfirmDialog
        title={t`Create the report again?`}
        confirmLabel={t`Create again`}
        variant="primary"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => onCreateAgain()}
      >
        <Trans>
          If the first one did go through, the page will have two reports. Both count toward your monthly quota.
        </Trans>
      </ConfirmDialog>
    </section>
  );
}

function Others({ rows, onOpen }: { rows: readonly ReportRow[]; onOpen: (id: string) => void }) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles.others}>
      {rows.map(({ id, address, created_at }) => (
        <li key={id}>
          <Button variant="quiet" onPress={() => onOpen(id)}>
            <span className={styles.address} dir="ltr">
              <AddressText address={address} />
            </span>
            <span className={styles.date}>
              <DateText value={created_at} form="exact" />
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
