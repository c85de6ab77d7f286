import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ListFilter } from "lucide-react";
import { DialogTrigger, Popover } from "react-aria-components";
import { Button, Select } from "../../../../components";
import { classes } from "../../../../components/class-names";
import popover from "../../../../components/overlays/Popover.module.css";
import { useHost } from "../../../../host";
import type { Problem } from "../../../../host/contract";
import { useConnectionName, useConnections } from "../../../../shared/data/connection";
import { SavedProjectFilter } from "../../../../shared/lists/SavedProjectFilter";
import type { ReportFilters } from "../../../../shared/navigation/routes";
import { useFieldTexts } from "../../../../shared/problems";
import { DUPLICATES, isCombinable, MAX_DAYS, NO_FILTERS, PRIVACIES } from "../../search";
import { ANY, ChangeFields } from "./ChangeFields";
import { FailingFilter } from "./FailingFilter";
import styles from "./Filters.module.css";
import { useLibraryLabels } from "./labels";
import { RangeField } from "./RangeField";
import { TextFilter } from "./TextFilter";

export type FiltersProps = {
  search: ReportFilters;
  onChange: (change: ReportFilters) => void;
  /** The list's connection; `null` for all. */
  connection: string | null;
  /** Shows the same list of another connection, or of all. */
  onConnection: (connection: string | null) => void;
  /** Offers a project. */
  hasProject?: boolean;
  /** Why the list can't be read. */
  problem: Problem | null;
  /** Offers what the list's search field applies to. */
  hasScope?: boolean;
};

/** Opens all filters; shows the number of active ones. */
export function Filters(props: FiltersProps) {
  const { search, onChange, hasProject = false } = props;
  const { t } = useLingui();
  const { search: _, search_in: __, result: ___, since: ____, score_max: _____, any: ______, ...others } = NO_FILTERS;
  const count = Object.keys(others).filter(
    (name) => (hasProject || name !== "project") && search[name as keyof typeof others] !== undefined,
  ).length;
  const onlyMost = search.score_max !== undefined && search.score_min === undefined ? 1 : 0;
  const active = count + onlyMost;
  const name =
    active === 0 ? t`Filters` : t`${plural(active, { one: "Filters, # active", other: "Filters, # active" })}`;
  return (
    <DialogTrigger>
      <Button variant="quiet" icon={ListFilter} aria-label={name} isFoldable>
        <Trans>Filters</Trans>
      </Button>
      <Popover
        aria-label={t`Filters`}
        className={classes(popover.popover, styles.popover)}
        offset={4}
        placement="bottom end"
      >
        <div className={styles.dialog}>
          <Fields {...props} />
          <div className={styles.foot}>
            {isCombinable(search) && (
              <Select
                aria-label={t`Match`}
                options={[
                  { value: "all", label: t`Match all filters` },
                  { value: ANY, label: t`Match any filter` },
                ]}
                value={search.any ? ANY : "all"}
                onChange={(value) => onChange({ any: value === ANY || undefined })}
              />
            )}
            <Button onPress={() => onChange(NO_FILTERS)} isDisabled={active === 0}>
              <Trans>Clear filters</Trans>
            </Button>
          </div>
        </div>
      </Popover>
    </DialogTrigger>
  );
}

function Fields({ search, onChange, connection, onConnection, problem, hasProject, hasScope }: FiltersProps) {
  const { t } = useLingui();
  const host = useHost();
  const words = useLibraryLabels();
  const connections = useConnections();
  const nameOf = useConnectionName();
  return (
    <>
      <div className={styles.fields}>
        <FailingFilter connection={connection} failing={search.failing} onChange={(failing) => onChange({ failing })} />
        <RangeField
          label={t`Score`}
          names={[t`Minimum score`, t`Maximum score`]}
          limits={[0, 100]}
          values={[search.score_min, search.score_max]}
          onChange={([score_min, score_max]) => onChange({ score_min, score_max })}
        />
        <Select
          label={t`Privacy`}
          options={[
            { value: ANY, label: t`Any` },
            ...PRIVACIES.map((value) => ({ value, label: words.privacy[value] })),
          ]}
          value={search.privacy ?? ANY}
          onChange={(value) => onChange({ privacy: PRIVACIES.find((one) => one === value) })}
        />
        <RangeField
          label={t`Not checked for (days)`}
          names={[t`Not checked for (days)`]}
          example={30}
          limits={[1, MAX_DAYS]}
          values={[search.stale_days]}
          onChange={([stale_days]) => onChange({ stale_days })}
        />
        <ChangeFields search={search} onChange={onChange} />
        <AddressFields search={search} onChange={onChange} problem={problem} />
      </div>
      <div className={classes(styles.fields, styles.scope)}>
        {hasScope && (
          <Select
            label={t`Search in`}
            options={[
              { value: "address", label: t`URLs` },
              { value: "checks", label: t`Check results` },
            ]}
            value={search.search_in ?? "address"}
            onChange={(value) => {
              // The text is typed meanwhile; without it, the first search takes longer.
              if (value === "checks") host.call("check_search_prepare", null).catch(() => {});
              onChange({ search_in: value === "checks" ? value : undefined });
            }}
          />
        )}
        {connections.length > 1 && (
          <Select
            label={t`Connection`}
            options={[
              { value: ANY, label: t`All connections` },
              ...connections.map((one) => ({ value: one.id, label: nameOf(one) })),
            ]}
            value={connection ?? ANY}
            onChange={(id) => onConnection(id === ANY ? null : id)}
          />
        )}
        {hasProject && (
          <SavedProjectFilter
            connection={connection}
            project={search.project}
            onChange={(project) => onChange({ project })}
          />
        )}
      </div>
    </>
  );
}

/** The filters by the page's URL. */
function AddressFields({ search, onChange, problem }: Pick<FiltersProps, "search" | "onChange" | "problem">) {
  const { t } = useLingui();
  const { duplicates: words } = useLibraryLabels();
  const textOf = useFieldTexts(problem);
  return (
    <>
      <TextFilter
        label={t`Path starts with`}
        example="/blog"
        value={search.path}
        onChange={(path) => onChange({ path })}
      />
      <TextFilter
        label={t`URL (regular expression)`}
        example="/blog/[0-9]+"
        errorMessage={search.pattern === undefined ? undefined : textOf("pattern")}
        value={search.pattern}
        onChange={(pattern) => onChange({ pattern })}
      />
      <Select
        label={t`Duplicates`}
        options={[
          { value: ANY, label: t`All reports` },
          ...DUPLICATES.map((value) => ({ value, label: words[value] })),
        ]}
        value={search.duplicates ?? ANY}
        onChange={(value) => onChange({ duplicates: DUPLICATES.find((one) => one === value) })}
      />
    </>
  );
}
