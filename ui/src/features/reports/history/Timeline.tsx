import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CloudOff, FileClock } from "lucide-react";
import { Button as RawButton } from "react-aria-components";
import { Button, Delta, Stamp } from "../../../components";
import type { History, Snapshot } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { hasReasons, mainReasons, ReasonsText } from "../../../shared/checks/ReasonsText";
import type { PanelSearch } from "../panel/panel-search";
import { type Aspect, aspectsOf, type Moment, momentTexts } from "./changes";
import note from "./note.module.css";
import styles from "./Timeline.module.css";

type TimelineProps = {
  history: History;
  onOpen: (what: Pick<PanelSearch, "before" | "after" | "snapshot">) => void;
};

/** All observed states, newest first; each opens what changed. */
export function Timeline({ history, onOpen }: TimelineProps) {
  const { i18n } = useLingui();
  const { snapshots, gone_at, is_cut } = history;
  const momentOf = momentTexts(i18n, snapshots);
  return (
    <>
      <ol>
        {gone_at !== null && (
          <li className={styles.entry}>
            <div className={styles.text}>
              <p className={styles.gone}>
                <CloudOff size={14} strokeWidth={1.75} aria-hidden />
                <Trans>Removed from the service</Trans>
              </p>
            </div>
            <MomentText at={gone_at} moment={momentOf(gone_at)} />
          </li>
        )}
        {snapshots.map((snapshot, index) => (
          <Entry
            key={snapshot.number}
            snapshot={snapshot}
            before={snapshots[index + 1]}
            isOnly={snapshots.length === 1}
            reasons={history.reasons.find(({ after }) => after === snapshot.number)}
            seen={momentOf(snapshot.seen_at)}
            onOpen={onOpen}
          />
        ))}
      </ol>
      {is_cut && (
        <p className={note.note}>
          <Trans>Older snapshots were deleted (see Settings → Data).</Trans>
        </p>
      )}
    </>
  );
}

type EntryProps = Pick<TimelineProps, "onOpen"> & {
  snapshot: Snapshot;
  before: Snapshot | undefined;
  isOnly: boolean;
  reasons: History["reasons"][number] | undefined;
  seen: Moment;
};

function Entry({ snapshot, before, isOnly, reasons, seen, onOpen }: EntryProps) {
  const { t } = useLingui();
  const { text: moment } = seen;
  const { number, seen_at, row, failed } = snapshot;
  const difference = before ? differenceOf(row.score, before.row.score) : 0;
  const changed = useChanged(snapshot, before);
  const hasChecks = reasons !== undefined && hasReasons(reasons);
  return (
    <li className={styles.entry}>
      <RawButton
        className={styles.opener}
        onPress={() => onOpen(before ? { before: before.number, after: number } : { snapshot: number })}
      >
        <Stamp score={row.score} verdict={row.verdict} />
        <span className={styles.text}>
          <span>
            <span className={styles.failed}>
              {failed === null ? (
                <Trans>Checks unknown</Trans>
              ) : (
                <Plural value={failed} one="# check failed" other="# checks failed" />
              )}
            </span>
            {hasChecks && changed && (
              <span className={styles.differs}>
                {" · "}
                {changed}
              </span>
            )}
          </span>
          {!isOnly && (
            <span className={styles.differs}>
              {!before ? (
                <Trans>First snapshot</Trans>
              ) : hasChecks ? (
                <ReasonsText reasons={mainReasons(reasons)} isInOneLine />
              ) : (
                (changed ?? <Trans>Rechecked</Trans>)
              )}
            </span>
          )}
        </span>
        <Delta difference={difference} isPill />
        <MomentText at={seen_at} moment={seen} />
      </RawButton>
      <Button
        variant="quiet"
        icon={FileClock}
        aria-label={t`View snapshot from ${moment}`}
        onPress={() => onOpen({ snapshot: number })}
      />
    </li>
  );
}

/** When a snapshot was seen, or the report was removed: in a column, so that what is before it lines up. */
function MomentText({ at, moment: { day, rest } }: { at: string; moment: Moment }) {
  const { i18n } = useLingui();
  const exact = i18n.date(new Date(at), { dateStyle: "medium", timeStyle: "medium" });
  return (
    <time className={styles.moment} dateTime={at} title={exact}>
      {day} {rest !== null && <span className={styles.rest}>{rest}</span>}
    </time>
  );
}

/** Names what differs from the previous snapshot, but checks; `null` for nothing. */
function useChanged(snapshot: Snapshot, before: Snapshot | undefined): string | null {
  const { t, i18n } = useLingui();
  if (!before) return null;
  const words: Record<Aspect, string> = {
    verdict: t`verdict`,
    score: t`score`,
    privacy: t`privacy`,
    address: t`URL`,
    project: t`project`,
    created: t`creation date`,
  };
  // The stamps show another verdict, beside the points by which the score changed.
  const isShown = differenceOf(snapshot.row.score, before.row.score) !== 0;
  const aspects = aspectsOf(snapshot, before).filter(
    (aspect) => !isShown || (aspect !== "score" && aspect !== "verdict"),
  );
  if (aspects.length === 0) return null;
  const list = listOf(
    i18n,
    aspects.map((aspect) => words[aspect]),
  );
  return t`Changed: ${list}`;
}

/** By how many points the score changed; 0 if either is unknown. */
function differenceOf(is: number | null, was: number | null): number {
  return is === null || was === null ? 0 : Math.round(is) - Math.round(was);
}
