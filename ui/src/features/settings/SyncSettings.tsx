import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Select, Switch } from "../../components";
import { usePreferences } from "../../shared/data/preferences";
import setting from "./setting.module.css";

/** In minutes; 0 is never. */
const PACES = [0, 15, 30, 60, 360, 1440];

/** Automatic sync. */
export function SyncSettings(): ReactNode {
  const { t } = useLingui();
  const [{ sync_on_open, sync_minutes }, save] = usePreferences();
  const paces = PACES.includes(sync_minutes) ? PACES : [...PACES, sync_minutes].sort((one, other) => one - other);
  const words = (minutes: number) => {
    if (minutes === 0) return t`Never`;
    if (minutes === 1440) return t`Daily`;
    if (minutes % 60 === 0) return t`${plural(minutes / 60, { one: "Every hour", other: "Every # hours" })}`;
    return t`${plural(minutes, { one: "Every minute", other: "Every # minutes" })}`;
  };
  return (
    <>
      <div className={setting.row}>
        <Switch isSelected={sync_on_open} onChange={(isOn) => save({ sync_on_open: isOn })}>
          <Trans>Sync when Assay opens</Trans>
        </Switch>
      </div>
      <div className={setting.row}>
        <Select
          label={<Trans>Sync while Assay is open</Trans>}
          value={sync_minutes}
          onChange={(minutes) => save({ sync_minutes: minutes })}
          options={paces.map((minutes) => ({ value: minutes, label: words(minutes) }))}
        />
      </div>
    </>
  );
}
