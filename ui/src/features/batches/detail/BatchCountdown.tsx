import { Trans, useLingui } from "@lingui/react/macro";
import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, LiveText, useDuration, useSecondsUntil } from "../../../components";
import type { Batch } from "../../../host/contract";
import { Sum } from "./Plan";
import status from "./status.module.css";
import type { BatchActions } from "./use-batch";

/** Counts down to a batch's start, with undo until then. */
export function BatchCountdown({ batch, acts }: { batch: Batch; acts: BatchActions }): ReactNode {
  const { t } = useLingui();
  const until = batch.held_until === null ? 0 : Date.parse(batch.held_until);
  const left = useSecondsUntil(until);
  const durationOf = useDuration();
  const time = durationOf(left);
  // Announced once: a countdown would be read out every second.
  const [whole] = useState(time);
  return (
    <>
      <LiveText>{t`Starting in ${whole}. You can still undo.`}</LiveText>
      <div className={status.line}>
        <div className={status.grow}>
          <p className={status.headline} aria-hidden>
            {left > 0 ? <Trans>Starts in {time}</Trans> : <Trans>Starting…</Trans>}
          </p>
          <Sum batch={batch} />
        </div>
        <Button
          variant="primary"
          icon={Undo2}
          isPending={acts.pending === "batch_cancel"}
          onPress={() => acts.tell("batch_cancel")}
        >
          <Trans>Undo</Trans>
        </Button>
      </div>
    </>
  );
}
