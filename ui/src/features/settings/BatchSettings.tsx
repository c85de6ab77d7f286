import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useId, useState } from "react";
import { Checkbox, NumberField } from "../../components";
import type { Connection } from "../../host/contract";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { MOST_QUOTA, withQuota } from "../../shared/data/quotas";
import { reasonText } from "../../shared/problems/field-reasons";
import styles from "./SettingsScreen.module.css";

/** Limits of parallel rows. */
const AT_ONCE = { least: 1, most: 16 };

const QUOTA = { least: 1, most: MOST_QUOTA };

/** Batch settings: parallel rows, notifications, and quotas. */
export function BatchSettings(): ReactNode {
  const [{ notify_batches }, save] = usePreferences();
  const connections = useConnections();
  const note = useId();
  return (
    <>
      <AtOnce />
      <div>
        <Checkbox
          aria-describedby={note}
          isSelected={notify_batches}
          onChange={(isOn) => save({ notify_batches: isOn })}
        >
          <Trans>Notify me when a batch finishes or can’t continue</Trans>
        </Checkbox>
        <p id={note} className={styles.muted}>
          <Trans>Includes what the batch does and the connection’s name.</Trans>
        </p>
      </div>
      {connections.map((connection) => (
        <Quota key={connection.id} connection={connection} />
      ))}
    </>
  );
}

/** Saved once the number is valid. */
function AtOnce() {
  const { t, i18n } = useLingui();
  const [{ batch_at_once }, save] = usePreferences();
  const [rows, setRows] = useState(batch_at_once);
  const isUsable = (typed: number) => typed >= AT_ONCE.least && typed <= AT_ONCE.most;
  return (
    <div className={styles.short}>
      <NumberField
        label={<Trans>Parallel requests</Trans>}
        description={<Trans>More is faster if the service can keep up. Rate limits always apply.</Trans>}
        unit={t`rows`}
        value={rows}
        onChange={(typed) => {
          setRows(typed);
          if (isUsable(typed)) save({ batch_at_once: typed });
        }}
        {...(!isUsable(rows) && { errorMessage: reasonText({ kind: "out_of_range", ...AT_ONCE }, i18n._.bind(i18n)) })}
      />
    </div>
  );
}

/** The monthly quota of a connection; empty if unknown (`field-notes.md` 21). */
function Quota({ connection }: { connection: Connection }) {
  const { t, i18n } = useLingui();
  const [{ quotas }, save] = usePreferences();
  const [limit, setLimit] = useState(quotas[connection.id] ?? Number.NaN);
  const isUsable = (typed: number) => Number.isNaN(typed) || (typed >= QUOTA.least && typed <= QUOTA.most);
  const name = useConnectionName()(connection);
  return (
    <div className={styles.short}>
      <NumberField
        label={<Trans>Monthly quota for {name}</Trans>}
        description={<Trans>Reports you can create per month. Leave empty if unknown.</Trans>}
        unit={t`reports`}
        value={limit}
        onChange={(typed) => {
          setLimit(typed);
          if (isUsable(typed)) {
            save({ quotas: withQuota(quotas, connection.id, Number.isNaN(typed) ? null : typed) });
          }
        }}
        {...(!isUsable(limit) && { errorMessage: reasonText({ kind: "out_of_range", ...QUOTA }, i18n._.bind(i18n)) })}
      />
    </div>
  );
}
