import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Banner, Button, DateText, lazyNamed, useDuration } from "../../../components";
import type { Batch } from "../../../host/contract";
import { useBatchLabels } from "../labels";
import { BadLines } from "./BadLines";
import { CountItem } from "./CountItem";
import { MissingPasswords } from "./MissingPasswords";
import { PasswordChoice } from "./PasswordChoice";
import { Stat, StatList } from "./StatList";
import styles from "./Summary.module.css";
import { UndoLimits } from "./UndoLimits";
import type { BatchActs } from "./use-batch";

const QuotaDialog = lazyNamed(() => import("./QuotaDialog"), "QuotaDialog");

/** A plan's estimates, prerequisites, and start button. */
export function Plan({ batch, acts: { tell, pending } }: { batch: Batch; acts: BatchActs }): ReactNode {
  const words = useBatchLabels();
  const { acts, passwords_missing, number } = batch;
  const sum = useId();
  const isEmpty = acts.create + acts.refresh + acts.privacy + acts.delete === 0;
  return (
    <>
      <StatList>
        <Time batch={batch} />
        {acts.create > 0 && <Quota batch={batch} />}
        <Stat name={<Trans>From</Trans>} note={<DateText value={batch.made_at} />}>
          <span className={styles.cut} title={words.origin(batch.from)} dir="auto">
            {words.origin(batch.from)}
          </span>
        </Stat>
      </StatList>
      {acts.delete > 0 && (
        <div className={styles.warning}>
          <Banner tone="warning">
            <Plural
              value={acts.delete}
              one="# report is deleted for good on the service: nobody can bring it back there. A copy of it stays in the library on this computer."
              other="# reports are deleted for good on the service: nobody can bring them back there. A copy of each stays in the library on this computer."
            />
          </Banner>
        </div>
      )}
      <PasswordChoice batch={batch} />
      <UndoLimits batch={batch} />
      <MissingPasswords batch={batch} />
      {batch.bad_lines > 0 && <BadLines batch={number} count={batch.bad_lines} />}
      <div className={styles.line}>
        <div className={styles.grow} id={sum}>
          {isEmpty ? (
            <Trans>There is nothing to do with these rows. Switch some of them, or change the rules.</Trans>
          ) : (
            <Sum batch={batch} />
          )}
        </div>
        <Button
          variant="primary"
          icon={Play}
          aria-describedby={sum}
          isDisabled={isEmpty || passwords_missing > 0}
          isPending={pending === "batch_start"}
          onPress={() => tell("batch_start")}
        >
          <Trans>Start</Trans>
        </Button>
      </div>
    </>
  );
}

/** The number of rows per action. */
export function Sum({ batch: { acts, privacies } }: { batch: Batch }) {
  return (
    <ul className={styles.sum}>
      <CountItem of={acts.create}>
        <Plural value={acts.create} one="# report is created" other="# reports are created" />
      </CountItem>
      <CountItem of={acts.refresh}>
        <Plural value={acts.refresh} one="# is refreshed" other="# are refreshed" />
      </CountItem>
      <CountItem of={acts.privacy}>
        <Plural value={acts.privacy} one="# changes privacy or password" other="# change privacy or password" />
      </CountItem>
      <CountItem of={privacies.replace_password} className={styles.danger}>
        <Plural value={privacies.replace_password} one="# password is replaced" other="# passwords are replaced" />
      </CountItem>
      <CountItem of={acts.delete} className={styles.danger}>
        <Plural value={acts.delete} one="# is deleted" other="# are deleted" />
      </CountItem>
      <CountItem of={acts.skip} className={styles.muted}>
        <Plural value={acts.skip} one="# is skipped" other="# are skipped" />
      </CountItem>
    </ul>
  );
}

function Time({ batch: { seconds_left, a_minute } }: { batch: Batch }) {
  const { i18n } = useLingui();
  const durationOf = useDuration();
  const rate = a_minute === null ? null : i18n.number(a_minute, { maximumFractionDigits: 0 });
  return (
    <Stat name={<Trans>Time</Trans>} note={rate !== null && seconds_left !== null && <Trans>{rate} a minute</Trans>}>
      {seconds_left === null ? <Trans>Not known yet</Trans> : <About time={durationOf(seconds_left)} />}
    </Stat>
  );
}

function About({ time }: { time: string }) {
  return <Trans>About {time}</Trans>;
}

/** The share of the monthly quota it needs, if the user entered the quota (`field-notes.md` 21). */
function Quota({ batch }: { batch: Batch }) {
  const { i18n } = useLingui();
  const [isAsking, ask] = useState(false);
  const { quota, acts, connection, number } = batch;
  const needed = i18n.number(acts.create);
  const left = quota && Math.max(0, quota.limit - quota.used);
  const [free, limit] = [left !== null && i18n.number(left), quota && i18n.number(quota.limit)];
  const isTooMuch = left !== null && acts.create > left;
  return (
    <>
      <Stat
        name={<Trans>Monthly quota</Trans>}
        note={
          <span className={styles.noteLine}>
            {quota === null ? (
              <Trans>How many the service allows is not known</Trans>
            ) : (
              <Trans>Of {limit} a month, as far as Assay saw</Trans>
            )}{" "}
            <Button variant="quiet" onPress={() => ask(true)}>
              {quota === null ? <Trans>Tell the quota</Trans> : <Trans>Change quota</Trans>}
            </Button>
          </span>
        }
      >
        {left === null ? (
          <Trans>{needed} needed</Trans>
        ) : (
          <Trans>
            {needed} needed, {free} left
          </Trans>
        )}
        {isTooMuch && (
          <div className={styles.short}>
            <Trans>That is not enough: the batch will pause when the quota is used up.</Trans>
          </div>
        )}
      </Stat>
      <Suspense>
        {isAsking && <QuotaDialog connection={connection} batch={number} onClose={() => ask(false)} />}
      </Suspense>
    </>
  );
}
