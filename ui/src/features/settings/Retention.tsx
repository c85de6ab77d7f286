import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Select } from "../../components";
import { usePreferences } from "../../shared/data/preferences";
import { ConfirmDialog } from "../../shared/problems";
import setting from "./setting.module.css";

/** In days; 0 is forever. */
const PERIODS = [0, 730, 365, 180, 90, 30];

/** Retention of snapshots; asks before a shorter period deletes some. */
export function Retention(): ReactNode {
  const { t } = useLingui();
  const [{ keep_days }, save] = usePreferences();
  const [asked, setAsked] = useState<number | null>(null);
  const periods = PERIODS.includes(keep_days) ? PERIODS : [...PERIODS, keep_days];
  const words = (days: number) => {
    if (days === 0) return t`Forever`;
    if (days % 365 === 0) return t`${plural(days / 365, { one: "# year", other: "# years" })}`;
    if (days === 180) return t`6 months`;
    return t`${plural(days, { one: "# day", other: "# days" })}`;
  };
  const isShorter = (days: number) => days !== 0 && (keep_days === 0 || days < keep_days);
  const period = words(asked ?? keep_days);
  return (
    <div className={setting.row}>
      <Select
        label={<Trans>Keep history</Trans>}
        description={
          keep_days === 0 ? undefined : (
            <Trans>Older snapshots are deleted. The latest of each report is always kept.</Trans>
          )
        }
        value={keep_days}
        onChange={(days) => (isShorter(days) ? setAsked(days) : save({ keep_days: days }))}
        options={periods.map((days) => ({ value: days, label: words(days) }))}
      />
      <ConfirmDialog
        title={t`Delete older snapshots?`}
        confirmLabel={t`Delete`}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (asked !== null) save({ keep_days: asked });
        }}
      >
        <Trans>
          Snapshots older than {period} will be permanently deleted from this computer. The latest of each report is
          kept. Nothing changes on the service.
        </Trans>
      </ConfirmDialog>
    </div>
  );
}
