import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CloudOff, FileClock, GitCompare } from "lucide-react";
import { Button, DateText, Delta, VerdictMark } from "../../../components";
import type { History, Snapshot } from "../../../host/contract";
import { listOf } from "../../../i18n";
import type { PanelSearch } from "../panel/panel-search";
import { type Aspect, aspectsOf } from "./changes";
import styles from "./History.module.css";

type TimelineProps = {
  history: History;
  onOpen: (what: Pick<PanelSearch, "before" | "after" | "snapshot">) => void;
};

/** All observed changes, newest first. */
export function Timeline({ history: { snapshots, gone_at, is_cut }, onOpen }: TimelineProps) {
  return (
    <>
      <ol className={styles.timeline}>
        {gone_at !== null && (
          <li className={styles.entry}>
            <div className={styles.entryText}>
              <DateText value={gone_at} form="exact" />
              <p className={styles.gone}>
                <CloudOff size={14} strokeWidth={1.75} aria-hidden />
                <Trans>Removed from the service</Trans>
              </p>
            </div>
          </li>
        )}
        {snapshots.map((snapshot, index) => (
          <Entry key={snapshot.number} snapshot={snapshot} before={snapshots[index + 1]} onOpen={onOpen} />
        ))}
      </ol>
      {is_cut && (
        <p className={styles.note}>
          <Trans>Older snapshots were deleted (see Settings → Data).</Trans>
        </p>
      )}
    </>
  );
}

type EntryProps = Pick<TimelineProps, "onOpen"> & { snapshot: Snapshot; before: Snapshot | undefined };

function Entry({ snapshot, before, onOpen }: EntryProps) {
  const { t, i18n } = useLingui();
  const { number, seen_at, row, failed } = snapshot;
  const date = i18n.date(new Date(seen_at), { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className={styles.entry}>
      <div className={styles.entryText}>
        <DateText value={seen_at} form="exact" />
        <p className={styles.conclusion}>
          <VerdictMark verdict={row.verdict} />
          {row.score !== null && <Score score={row.score} before={before?.row.score ?? null} />}
          {failed !== null && (
            <span className={styles.quiet}>
              <Plural value={failed} one="# check failed" other="# checks failed" />
            </span>
          )}
        </p>
        <p className={styles.quiet}>
          <Difference snapshot={snapshot} before={before} />
        </p>
      </div>
      {before && (
        <Button
          variant="quiet"
          icon={GitCompare}
          aria-label={t`View changes on ${date}`}
          onPress={() => onOpen({ before: before.number, after: number })}
        />
      )}
      <Button
        variant="quiet"
        icon={FileClock}
        aria-label={t`View snapshot from ${date}`}
        onPress={() => onOpen({ snapshot: number })}
      />
    </li>
  );
}

/** A score with its difference from the previous one. */
function Score({ score, before }: { score: number; before: number | null }) {
  const { i18n } = useLingui();
  const difference = before === null ? 0 : Math.round(score) - Math.round(before);
  return (
    <span className={styles.score}>
      {i18n.number(score, { maximumFractionDigits: 0 })}
      <Delta difference={difference} isPill />
    </span>
  );
}

/** A short summary of the changes since the previous snapshot. */
function Difference({ snapshot, before }: Pick<EntryProps, "snapshot" | "before">) {
  const { t, i18n } = useLingui();
  const words: Record<Aspect, string> = {
    verdict: t`verdict`,
    score: t`score`,
    privacy: t`privacy`,
    address: t`URL`,
    project: t`project`,
    checks: t`checks`,
    created: t`creation date`,
  };
  if (!before) return <Trans>First seen</Trans>;
  const aspects = aspectsOf(snapshot, before);
  if (aspects.length === 0) return <Trans>Rechecked</Trans>;
  const list = listOf(
    i18n,
    aspects.map((aspect) => words[aspect]),
  );
  return <Trans>Changed: {list}</Trans>;
}
