import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CloudOff, FileClock } from "lucide-react";
import { Button as RawButton } from "react-aria-components";
import { Button, DateText, Delta, Stamp } from "../../../components";
import type { ChangeReasons, History, Snapshot } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { hasReasons, ReasonsText } from "../../../shared/checks/ReasonsText";
import type { PanelSearch } from "../panel/panel-search";
import { type Aspect, aspectsOf, momentText } from "./changes";
import note from "./note.module.css";
import styles from "./Timeline.module.css";

type TimelineProps = {
  history: History;
  onOpen: (what: Pick<PanelSearch, "before" | "after" | "snapshot">) => void;
};

/** All observed states, newest first; each opens what changed. */
export function Timeline({ history, onOpen }: TimelineProps) {
  const { snapshots, gone_at, is_cut } = history;
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
            <span className={styles.moment}>
              <DateText value={gone_at} form="exact" />
            </span>
          </li>
        )}
        {snapshots.map((snapshot, index) => (
          <Entry
            key={snapshot.number}
            snapshot={snapshot}
            before={snapshots[index + 1]}
            history={history}
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

type EntryProps = TimelineProps & { snapshot: Snapshot; before: Snapshot | undefined };

function Entry({ snapshot, before, history: { snapshots, reasons }, onOpen }: EntryProps) {
  const { t, i18n } = useLingui();
  const { number, seen_at, row, failed } = snapshot;
  const exact = i18n.date(new Date(seen_at), { dateStyle: "medium", timeStyle: "medium" });
  const moment = momentText(i18n, seen_at, snapshots);
  const difference = before ? differenceOf(row.score, before.row.score) : 0;
  return (
    <li className={styles.entry}>
      <RawButton
        className={styles.opener}
        onPress={() => onOpen(before ? { before: before.number, after: number } : { snapshot: number })}
      >
        <Stamp score={row.score} verdict={row.verdict} />
        <span className={styles.text}>
          <span className={styles.failed}>
            {failed === null ? (
              <Trans>Checks unknown</Trans>
            ) : (
              <Plural value={failed} one="# check failed" other="# checks failed" />
            )}
          </span>
          <span className={styles.differs}>
            <Differences
              snapshot={snapshot}
              before={before}
              reasons={reasons.find(({ after }) => after === number) ?? null}
            />
          </span>
        </span>
        <Delta difference={difference} isPill />
        <time className={styles.moment} dateTime={seen_at} title={exact}>
          {moment}
        </time>
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

type DifferencesProps = Pick<EntryProps, "snapshot" | "before"> & { reasons: ChangeReasons | null };

/** All that changed since the previous snapshot, a line for each kind. */
function Differences({ snapshot, before, reasons }: DifferencesProps) {
  const { t, i18n } = useLingui();
  const words: Record<Aspect, string> = {
    verdict: t`verdict`,
    score: t`score`,
    privacy: t`privacy`,
    address: t`URL`,
    project: t`project`,
    created: t`creation date`,
  };
  if (!before) return <Trans>First snapshot</Trans>;
  // The row shows by how many points the score changed.
  const isShown = differenceOf(snapshot.row.score, before.row.score) !== 0;
  const aspects = aspectsOf(snapshot, before).filter((aspect) => aspect !== "score" || !isShown);
  const hasChecks = reasons !== null && hasReasons(reasons);
  if (aspects.length === 0 && !hasChecks) return <Trans>Rechecked</Trans>;
  const list = listOf(
    i18n,
    aspects.map((aspect) => words[aspect]),
  );
  return (
    <>
      {hasChecks && <ReasonsText reasons={reasons} />}
      {aspects.length > 0 && (
        <span className={styles.aspects}>
          <Trans>Changed: {list}</Trans>
        </span>
      )}
    </>
  );
}

/** By how many points the score changed; 0 if either is unknown. */
function differenceOf(is: number | null, was: number | null): number {
  return is === null || was === null ? 0 : Math.round(is) - Math.round(was);
}
