import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox, Select } from "../../../../components";
import { useMomentOptions } from "../../../../shared/moments/use-since-options";
import type { ReportFilters } from "../../../../shared/navigation/routes";
import { readSince } from "../../../../shared/navigation/since";
import { CHANGES } from "../../search";
import styles from "./Filters.module.css";
import { useLibraryLabels } from "./labels";

/** Stands for no filter. */
export const ANY = "any";

/** Periods offered for changes, in days. */
const DAYS = [7, 30];

type ChangeFieldsProps = { search: ReportFilters; onChange: (change: ReportFilters) => void };

/** The filters by what changed since a given time. */
export function ChangeFields({ search, onChange }: ChangeFieldsProps) {
  const { t } = useLingui();
  const words = useLibraryLabels();
  const moments = useMomentOptions(search.since);
  const { changed = ANY, since = "last_time" } = search;
  const times = [...new Set([...DAYS, ...(typeof since === "number" ? [since] : [])])].sort(
    (one, other) => one - other,
  );
  return (
    <>
      <Select
        label={t`Changed`}
        options={[{ value: ANY, label: t`Any` }, ...CHANGES.map((value) => ({ value, label: words.change[value] }))]}
        value={changed}
        onChange={(value) => {
          const change = CHANGES.find((one) => one === value);
          onChange({ changed: change, since: change && since, ...(change && { gone: undefined }) });
        }}
      />
      {changed === ANY ? (
        <GoneField search={search} onChange={onChange} />
      ) : (
        <Select
          label={t`Since`}
          options={[
            { value: "last_time", label: t`Last session` },
            ...(since === "last_sync" ? [{ value: "last_sync", label: t`Last sync` }] : []),
            ...times.map((days) => ({
              value: String(days),
              label: t`${plural(days, { one: "# day ago", other: "# days ago" })}`,
            })),
            ...moments,
          ]}
          value={String(since)}
          onChange={(value) => onChange({ since: readSince(value) ?? Number(value) })}
        />
      )}
    </>
  );
}

/** Filters by what was removed; changes don’t include it. */
function GoneField({ search, onChange }: ChangeFieldsProps) {
  return (
    <div className={styles.gone}>
      <Checkbox
        isSelected={search.gone === true}
        onChange={(isSelected) => onChange({ gone: isSelected || undefined })}
      >
        <Trans>Only removed reports</Trans>
      </Checkbox>
    </div>
  );
}
