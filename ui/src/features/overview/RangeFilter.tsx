import { Trans, useLingui } from "@lingui/react/macro";
import { Flag, GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuChoice, MenuItem, MenuSeparator, SegmentedFilter } from "../../components";
import { MomentsDialog } from "../../shared/moments/MomentsDialog";
import { MomentsItem } from "../../shared/moments/MomentsItem";
import { useRange, useRangeChoice } from "../../shared/moments/range";
import { momentsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";

/** The choice of the time, of a connection or of all. */
export function RangeFilter({ connection }: { connection: string | null }) {
  const { t } = useLingui();
  const go = useGoTo();
  const { since, moment } = useRange();
  const { ofDays, ofMoments, value, choose } = useRangeChoice();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Menu
        placement="bottom end"
        trigger={
          <Button variant="quiet" icon={Flag}>
            <Trans>Moments</Trans>
          </Button>
        }
      >
        {ofMoments.length > 0 && (
          <>
            <MenuChoice aria-label={t`Moments`} options={ofMoments} value={value} onChange={choose} />
            <MenuSeparator />
          </>
        )}
        <MomentsItem onAction={() => setNaming(true)} />
        <MenuItem
          icon={GitCompareArrows}
          label={t`Compare moments`}
          onAction={() => go(momentsPath(connection, { from: since }))}
        />
      </Menu>
      <SegmentedFilter
        aria-label={t`Time range`}
        options={moment ? [{ value, label: t`Since “${{ name: moment.name }}”` }, ...ofDays] : ofDays}
        value={value}
        onChange={choose}
      />
      {isNaming && <MomentsDialog onClose={() => setNaming(false)} />}
    </>
  );
}
