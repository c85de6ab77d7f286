import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import { DialogTrigger, Popover } from "react-aria-components";
import { Button, Checkbox, Select } from "../../../../components";
import { classes } from "../../../../components/class-names";
import popover from "../../../../components/overlays/Popover.module.css";
import { useConnectionName, useConnections } from "../../../../shared/data/connection";
import { usePreferences } from "../../../../shared/data/preferences";
import { CHANGES, type LibrarySearch, MOST_DAYS, NO_FILTERS, PRIVACIES } from "../../../library/search";
import { useWords } from "../../../library/use-words";
import { FailingFilter } from "./FailingFilter";
import styles from "./Filters.module.css";
import { RangeField } from "./RangeField";
import { LibraryProjectFilter } from "./SavedProjectFilter";

/** Stands for no filter. */
const ANY = "any";

/** Periods offered for changes, in days. */
const DAYS = [7, 30];

export type FiltersProps = {
  search: LibrarySearch;
  onChange: (change: LibrarySearch) => void;
  /** Of this connection alone: which one is not to be chosen here. */
  connection?: string | undefined;
};

/** Opens all filters; shows the number of active ones. */
export function Filters({ search, onChange, connection }: FiltersProps) {
  const { t, i18n } = useLingui();
  const { search: _, search_in: __, verdict: ___, ...others } = NO_FILTERS;
  const count = Object.keys(others).filter(
    (name) => name !== "since" && name !== "score_max" && search[name as keyof typeof others] !== undefined,
  ).length;
  const onlyMost = search.score_max !== undefined && search.score_min === undefined ? 1 : 0;
  const active = count + onlyMost;
  const name =
    active === 0 ? t`Filters` : t`${plural(active, { one: "Filters, # in use", other: "Filters, # in use" })}`;
  return (
    <DialogTrigger>
      <Button icon={SlidersHorizontal} aria-label={name}>
        {active === 0 ? t`Filters` : t`Filters (${i18n.number(active)})`}
      </Button>
      <Popover
        aria-label={t`Filters`}
        className={classes(popover.popover, styles.popover)}
        offset={4}
        placement="bottom end"
      >
        <div className={styles.dialog}>
          <Fields search={search} onChange={onChange} connection={connection} />
          <div className={styles.foot}>
            <Button onPress={() => onChange(NO_FILTERS)} isDisabled={active === 0}>
              <Trans>Clear filters</Trans>
            </Button>
          </div>
        </div>
      </Popover>
    </DialogTrigger>
  );
}

function Fields({ search, onChange, connection: only }: FiltersProps) {
  const { t } = useLingui();
  const words = useWords();
  const connections = useConnections();
  const nameOf = useConnectionName();
  const [{ stale_days: usualAge }] = usePreferences();
  const { connection = ANY, privacy = ANY, changed = ANY, since = "last_time" } = search;
  const times = [...new Set([...DAYS, ...(since === "last_time" ? [] : [since])])].sort((one, other) => one - other);
  return (
    <div className={styles.fields}>
      {only === undefined && (
        <Select
          label={t`Connection`}
          options={[
            { value: ANY, label: t`All connections` },
            ...connections.map((one) => ({ value: one.id, label: nameOf(one) })),
          ]}
          value={connection}
          onChange={(id) => onChange({ connection: id === ANY ? undefined : id })}
        />
      )}
      <LibraryProjectFilter
        connection={only ?? search.connection}
        project={search.project}
        onChange={(project) => onChange({ project })}
      />
      <Select
        label={t`Privacy`}
        options={[{ value: ANY, label: t`Any` }, ...PRIVACIES.map((value) => ({ value, label: words.privacy[value] }))]}
        value={privacy}
        onChange={(value) => onChange({ privacy: PRIVACIES.find((one) => one === value) })}
      />
      <FailingFilter
        connection={only ?? search.connection}
        failing={search.failing}
        onChange={(failing) => onChange({ failing })}
      />
      <RangeField
        label={t`Score`}
        names={[t`Least score`, t`Greatest score`]}
        limits={[0, 100]}
        values={[search.score_min, search.score_max]}
        onChange={([score_min, score_max]) => onChange({ score_min, score_max })}
      />
      <RangeField
        label={t`Not checked for`}
        names={[t`Days not checked for`]}
        unit={t`days`}
        limits={[1, MOST_DAYS]}
        values={[search.stale_days]}
        hint={usualAge}
        onChange={([stale_days]) => onChange({ stale_days })}
      />
      <Select
        label={t`Changed`}
        options={[
          { value: ANY, label: t`In any way, or not` },
          ...CHANGES.map((value) => ({ value, label: words.change[value] })),
        ]}
        value={changed}
        onChange={(value) => {
          const change = CHANGES.find((one) => one === value);
          onChange({ changed: change, since: change && since });
        }}
      />
      <Select
        label={t`Since`}
        isDisabled={changed === ANY}
        options={[
          { value: "last_time", label: t`Last time` },
          ...times.map((days) => ({
            value: String(days),
            label: t`${plural(days, { one: "# day ago", other: "# days ago" })}`,
          })),
        ]}
        value={String(since)}
        onChange={(value) => onChange({ since: value === "last_time" ? value : Number(value) })}
      />
      <Checkbox
        isSelected={search.gone === true}
        isDisabled={changed !== ANY}
        onChange={(isSelected) => onChange({ gone: isSelected || undefined })}
      >
        <Trans>Gone from the service</Trans>
      </Checkbox>
    </div>
  );
}
