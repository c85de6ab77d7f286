import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { VisuallyHidden } from "react-aria-components";
import { Banner, Button, lazyNamed, useDuration } from "../../../components";
import type { Batch } from "../../../host/contract";
import { BadLines } from "./BadLines";
import { CountItem } from "./CountItem";
import { MissingPasswords } from "./MissingPasswords";
import { PasswordChoice } from "./PasswordChoice";
import styles from "./Plan.module.css";
import { PlanFigures, type PlanFiguresProps } from "./PlanFigures";
import status from "./status.module.css";
import { UndoLimits } from "./UndoLimits";
import type { BatchActions } from "./use-batch";
import { useEdit } from "./use-edit";

const QuotaDialog = lazyNamed(() => import("./QuotaDialog"), "QuotaDialog");

type PlanProps = PlanFiguresProps & { acts: BatchActions };

/** A plan's figures, estimates, prerequisites, and start button. */
export function Plan({ batch, acts: { tell, pending }, search, onChange }: PlanProps): ReactNode {
  const { acts, passwords_missing, number } = batch;
  const left = leftOf(batch);
  const edit = useEdit(batch);
  const sum = useId();
  const isEmpty = acts.create + acts.refresh + acts.privacy + acts.delete === 0;
  return (
    <>
      <div className={styles.strip}>
        <PlanFigures batch={batch} search={search} onChange={onChange}>
          <div className={styles.go}>
            <div className={styles.needs}>
              <Time batch={batch} />
              {acts.create > 0 && <Quota batch={batch} />}
            </div>
            {acts.create > 0 && <SetQuota batch={batch} />}
            {!isEmpty && (
              <VisuallyHidden id={sum}>
                <Sum batch={batch} />
              </VisuallyHidden>
            )}
            <Button
              variant="primary"
              icon={Play}
              aria-describedby={sum}
              isDisabled={isEmpty || passwords_missing > 0}
              isPending={pending === "batch_start"}
              onPress={() => tell("batch_start")}
            >
              <Trans>Start batch</Trans>
            </Button>
          </div>
        </PlanFigures>
      </div>
      {isEmpty && (
        <p id={sum}>
          <Trans>Nothing to do. Change the action of some rows, or change the options.</Trans>
        </p>
      )}
      {left !== null && acts.create > left && (
        <div className={status.warning}>
          <Banner tone="warning">
            <Trans>Not enough quota: the batch pauses when it’s used up. Resume it next month.</Trans>
          </Banner>
        </div>
      )}
      {acts.delete > 0 && (
        <div className={status.warning}>
          <Banner tone="warning">
            <Plural
              value={acts.delete}
              one="# report will be permanently deleted from the service. Assay keeps a copy on this computer."
              other="# reports will be permanently deleted from the service. Assay keeps copies on this computer."
            />
          </Banner>
        </div>
      )}
      <PasswordChoice batch={batch} />
      <UndoLimits batch={batch} />
      <MissingPasswords batch={batch} />
      {batch.bad_lines > 0 && <BadLines batch={number} count={batch.bad_lines} onEdit={edit} />}
    </>
  );
}

/** The number of rows per action. */
export function Sum({ batch: { acts, privacies } }: { batch: Batch }) {
  return (
    <ul className={styles.sum}>
      <CountItem of={acts.create}>
        <Plural value={acts.create} one="# to create" other="# to create" />
      </CountItem>
      <CountItem of={acts.refresh}>
        <Plural value={acts.refresh} one="# to recheck" other="# to recheck" />
      </CountItem>
      <CountItem of={acts.privacy}>
        <Plural value={acts.privacy} one="# changes privacy or password" other="# change privacy or password" />
      </CountItem>
      <CountItem of={privacies.replace_password} className={styles.danger}>
        <Plural value={privacies.replace_password} one="# password is replaced" other="# passwords are replaced" />
      </CountItem>
      <CountItem of={acts.delete} className={styles.danger}>
        <Plural value={acts.delete} one="# to delete" other="# to delete" />
      </CountItem>
      <CountItem of={acts.skip} className={styles.muted}>
        <Plural value={acts.skip} one="# skipped" other="# skipped" />
      </CountItem>
    </ul>
  );
}

function Time({ batch: { seconds_left } }: { batch: Batch }) {
  const durationOf = useDuration();
  if (seconds_left === null) return null;
  const time = durationOf(seconds_left);
  return (
    <div>
      <b>{seconds_left < 60 ? <Trans>Less than a minute</Trans> : <Trans>About {time}</Trans>}</b>
    </div>
  );
}

/** How many reports can still be created this month, if the user entered the quota. */
function leftOf({ quota }: Batch): number | null {
  return quota && Math.max(0, quota.limit - quota.used);
}

/** The share of the monthly quota it needs, if the user entered the quota (`field-notes.md` 21). */
function Quota({ batch }: { batch: Batch }) {
  const { i18n } = useLingui();
  const { create } = batch.acts;
  const needed = i18n.number(create);
  const left = leftOf(batch);
  const free = left !== null && i18n.number(left);
  return (
    <div>
      {left === null ? (
        <Plural value={create} one="Uses quota for up to # report" other="Uses quota for up to # reports" />
      ) : (
        <Trans>
          Uses {needed} of {free} left this month (estimate)
        </Trans>
      )}
    </div>
  );
}

function SetQuota({ batch: { quota, connection, number } }: { batch: Batch }) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button variant="quiet" onPress={() => ask(true)}>
        {quota === null ? <Trans>Set quota…</Trans> : <Trans>Change quota…</Trans>}
      </Button>
      {isAsking && <QuotaDialog connection={connection} batch={number} onClose={() => ask(false)} />}
    </>
  );
}
