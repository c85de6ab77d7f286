import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { AddressText, Button, DateText, DialogFooter, useIntoView } from "../../../components";
import { problemOf } from "../../../host";
import type { CreateLookup, Privacy, Problem, ReportRow } from "../../../host/contract";
import { ConfirmDialog, ProblemDetails, ProblemInline } from "../../../shared/problems";
import frame from "../../../shared/problems/Problem.module.css";
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
  onClose: () => void;
};

/** Searches for a report that may exist; creates it again only on request. Ends with the dialog’s footer. */
export function UnknownCreation(props: UnknownCreationProps) {
  const { doubt, privacy, seek, onFound, onOpen, onCreateAgain, onClose } = props;
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
    <>
      <section className={styles.doubt} ref={place} tabIndex={-1} aria-label={t`Outcome unknown`}>
        <div className={frame.inline} role="alert" data-problem={doubt.problem.code}>
          <TriangleAlert size={15} strokeWidth={1.75} aria-hidden className={frame.icon} data-tone="warning" />
          <div className={frame.inlineText}>
            {sought ? (
              <Sought sought={sought} unlike={unlike} onOpen={onOpen} />
            ) : (
              <>
                <p>
                  <Trans>
                    <b>Outcome unknown.</b> The response was lost. Search for the report first, so you don’t create it
                    twice.
                  </Trans>
                </p>
                <ProblemDetails problem={doubt.problem} />
              </>
            )}
          </div>
        </div>
        {seeking.error && <ProblemInline isRead problem={problemOf(seeking.error)} actions={{ retry: look }} />}
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
      <DialogFooter>
        {sought && (
          <div className={styles.apart}>
            <Button onPress={() => setAsking(true)}>
              <Trans>Create again</Trans>
            </Button>
          </div>
        )}
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="primary" onPress={look} isPending={seeking.isPending}>
          {sought ? <Trans>Search again</Trans> : <Trans>Search for report</Trans>}
        </Button>
      </DialogFooter>
    </>
  );
}

type SoughtProps = Pick<UnknownCreationProps, "onOpen"> & { sought: CreateLookup; unlike: ReportRow | null };

/** The reports created since, none of which is certainly the one. */
function Sought({ sought: { others }, unlike, onOpen }: SoughtProps) {
  return (
    <>
      <p>
        <b>
          <Trans>Report not found yet.</Trans>
        </b>{" "}
        {unlike ? (
          <Trans>Since you tried, a report of this page was created with another privacy. It may not be yours:</Trans>
        ) : others.length === 0 ? (
          <Trans>It may still appear. If you create it again, there may be two.</Trans>
        ) : (
          <Plural
            value={others.length}
            one="One report has been created since you tried. If this page redirects, this may be it:"
            other="# reports have been created since you tried. If this page redirects, it may be one of these:"
          />
        )}
      </p>
      <Others rows={unlike ? [unlike, ...others] : others} onOpen={onOpen} />
    </>
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
