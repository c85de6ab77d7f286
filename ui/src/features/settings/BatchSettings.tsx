import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { NumberField } from "../../components";
import type { Connection } from "../../host/contract";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { MOST_QUOTA, withQuota } from "../../shared/data/quotas";
import { reasonText } from "../../shared/problems/field-reasons";
import setting from "./setting.module.css";

/** Limits of parallel requests. */
const AT_ONCE = { least: 1, most: 16 };

const QUOTA = { least: 1, most: MOST_QUOTA };

/** Batch settings: parallel requests and quotas. */
export function BatchSettings(): ReactNode {
  const connections = useConnections();
  return (
    <>
      <AtOnce />
      {connections.map((connection) => (
        <Quota key={connection.id} connection={connection} />
      ))}
    </>
  );
}

/** Saved once the number is valid. */
function AtOnce() {
  const { t, i18n } = useLingui();
  const { least, most } = AT_ONCE;
  const [{ batch_at_once }, save] = usePreferences();
  const [count, setCount] = useState(batch_at_once);
  const isUsable = (typed: number) => typed >= AT_ONCE.least && typed <= AT_ONCE.most;
  return (
    <div className={setting.row}>
      <NumberField
        label={<Trans>Parallel requests</Trans>}
        description={t`${least} to ${most}. More is faster, within the service’s rate limit.`}
        value={count}
        onChange={(typed) => {
          setCount(typed);
          if (isUsable(typed)) save({ batch_at_once: typed });
        }}
        {...(!isUsable(count) && { errorMessage: reasonText({ kind: "out_of_range", ...AT_ONCE }, i18n) })}
      />
    </div>
  );
}

/** The monthly quota of a connection; empty if unknown (`field-notes.md` 21). */
function Quota({ connection }: { connection: Connection }) {
  const { i18n } = useLingui();
  const [{ quotas }, save] = usePreferences();
  const [limit, setLimit] = useState(quotas[connection.id] ?? Number.NaN);
  const isUsable = (typed: number) => Number.isNaN(typed) || (typed >= QUOTA.least && typed <= QUOTA.most);
  const name = useConnectionName()(connection);
  return (
    <div className={setting.row}>
      <NumberField
        label={<Trans>Monthly quota for {name}</Trans>}
        description={<Trans>Leave empty if unknown.</Trans>}
        unit={<Plural value={limit} one="report" other="reports" />}
        value={limit}
        onChange={(typed) => {
          setLimit(typed);
          if (isUsable(typed)) {
            save({ quotas: withQuota(quotas, connection.id, Number.isNaN(typed) ? null : typed) });
          }
        }}
        {...(!isUsable(limit) && { errorMessage: reasonText({ kind: "out_of_range", ...QUOTA }, i18n) })}
      />
    </div>
  );
}
