import { Trans, useLingui } from "@lingui/react/macro";
import { Flag, GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuChoice, MenuItem, MenuSeparator, SegmentedFilter } from "../../components";
import { usePreferences } from "../../shared/data/preferences";
import { MomentsDialog } from "../../shared/moments/MomentsDialog";
import { useRange } from "../../shared/moments/range";
import { useMoments } from "../../shared/moments/use-moments";
import { momentsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";

/** The choice of the time, of a connection or of all. */
export function RangeFilter({ connection }: { connection: string | null }) {
  const { t } = useLingui();
  const go = useGoTo();
  const { days, since, moment } = useRange();
  const { moments } = useMoments();
  const [, save] = usePreferences();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Menu
        placement="bottom end"
        trigger={
          <Button variant="quiet" icon={Flag}>
            {moment ? <Trans>Since {moment.name}</Trans> : <Trans>Moments</Trans>}
          </Button>
        }
      >
        {moments.length > 0 && (
          <>
            <MenuChoice
              aria-label={t`Moments`}
              options={moments.map(({ id, name }) => ({ value: id, label: name }))}
              value={moment?.id}
              onChange={(id) => save({ overview_moment: id })}
            />
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={Flag} label={t`Named moments…`} onAction={() => setNaming(true)} />
        <MenuItem
          icon={GitCompareArrows}
          label={t`Compare moments`}
          onAction={() => go(momentsPath(connection, { from: since }))}
        />
      </Menu>
      <SegmentedFilter
        aria-label={t`Time range`}
        options={[
          { value: "30", label: t`30 days` },
          { value: "90", label: t`90 days` },
          { value: "365", label: t`1 year` },
        ]}
        value={moment ? "" : String(days)}
        onChange={(chosen) => save({ overview_days: Number(chosen), overview_moment: null })}
      />
      {isNaming && <MomentsDialog onClose={() => setNaming(false)} />}
    </>
  );
}
