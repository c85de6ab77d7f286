import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Checkbox, RadioGroup } from "../../../components";
import type { ExistingReportPolicy } from "../../../host/contract";
import styles from "../../../shared/planning/rules/Rules.module.css";
import { DaysRule } from "./DaysRule";
import { ProjectRule } from "./ProjectRule";
import { ageOf, type CreateWish, DEFAULT_DAYS } from "./values";

export type CreateRulesProps = {
  connection: string;
  value: CreateWish;
  onChange: (value: CreateWish) => void;
  /** The most common project of the pages, if known. */
  likelyProject?: string | undefined;
  isDisabled?: boolean;
};

/** Options for pages with reports, and for reports not in the list. */
export function CreateRules(props: CreateRulesProps): ReactNode {
  const { connection, value, onChange, likelyProject = "", isDisabled = false } = props;
  const { t } = useLingui();
  const { known, match_project: project } = value;
  const age = ageOf(known.kind === "refresh_older_than" ? known.days : null);
  return (
    <div className={styles.part}>
      <RadioGroup
        label={<Trans>If a page already has a report</Trans>}
        options={[
          { value: "refresh", label: t`Recheck the report`, description: t`Rechecking uses no quota.` },
          {
            value: "refresh_older_than",
            label: t`${plural(age, {
              one: "Recheck if older than # day",
              other: "Recheck if older than # days",
            })}`,
          },
          { value: "skip", label: t`Skip the page` },
          { value: "create", label: t`Create a second report` },
        ]}
        value={known.kind}
        onChange={(kind) => onChange({ ...value, known: ruleOf(kind) })}
        isDisabled={isDisabled}
      />
      {known.kind === "refresh_older_than" && (
        <DaysRule
          days={known.days}
          onChange={(days) => onChange({ ...value, known: { kind: known.kind, days } })}
          isDisabled={isDisabled}
        />
      )}
      <Checkbox
        isSelected={value.change_known}
        onChange={(change_known) => onChange({ ...value, change_known })}
        isDisabled={isDisabled || known.kind === "create"}
      >
        <Trans>Also set privacy of existing reports</Trans>
      </Checkbox>
      <div>
        <Checkbox
          isSelected={project !== null}
          onChange={(isOn) => onChange({ ...value, match_project: isOn ? likelyProject : null })}
          isDisabled={isDisabled}
        >
          <Trans>Include reports not in your list</Trans>
        </Checkbox>
        <p className={styles.hint}>
          <Trans>Finds reports to delete. They’re skipped unless you change their action to Delete.</Trans>
        </p>
      </div>
      {project !== null && (
        <ProjectRule
          connection={connection}
          value={project}
          onChange={(match_project) => onChange({ ...value, match_project })}
          isDisabled={isDisabled}
        />
      )}
    </div>
  );
}

function ruleOf(kind: ExistingReportPolicy["kind"]): ExistingReportPolicy {
  return kind === "refresh_older_than" ? { kind, days: DEFAULT_DAYS } : { kind };
}
