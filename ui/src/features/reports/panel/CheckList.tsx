import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, CircleCheck, CircleHelp, CircleX, Library } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Disclosure, DisclosurePanel, Heading, Link, Button as RawButton } from "react-aria-components";
import {
  Button,
  ImportanceMark,
  LiveText,
  SearchField,
  SegmentedFilter,
  Select,
  Tooltip,
  Tree,
} from "../../../components";
import type { Check, Importance } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { readableName } from "../../../shared/checks/check-name";
import { type CheckFilter, countByImportance, filterChecks, groupChecks } from "../../../shared/checks/checks";
import { isNothing } from "../../../shared/checks/found-text";
import { useConnection } from "../../../shared/data/connection";
import { reportsPath } from "../../../shared/navigation/routes";
import styles from "./CheckList.module.css";
import { FoundErrors, FoundValue } from "./FoundValue";

const NO_FILTER: CheckFilter = { text: "", outcome: "all", importance: "all" };

/** Failed checks first, most important on top. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { i18n } = useLingui();
  const [filter, setFilter] = useState(NO_FILTER);
  if (checks.length === 0) {
    return (
      <p className={styles.none}>
        <Trans>This report has no checks.</Trans>
      </p>
    );
  }
  const set = (change: Partial<CheckFilter>) => setFilter((before) => ({ ...before, ...change }));
  const all = groupChecks(checks);
  const failures = i18n.number(all.failed.length);
  const found = filterChecks(checks, filter);
  const { failed, unrated, passed } = groupChecks(found);
  return (
    <div className={styles.checks}>
      <div className={styles.top}>
        <div className={styles.sum}>
          <p>
            <Trans>
              <b>{failures} failed</b> of <Plural value={checks.length} one="# check" other="# checks" />
            </Trans>
          </p>
          {all.failed.length > 0 && <Weights {...countByImportance(all.failed)} />}
        </div>
        <Filters filter={filter} onChange={set} hasUnrated={all.unrated.length > 0} />
      </div>
      {found.length === 0 && (
        <div className={styles.none}>
          <p>
            {filter.text !== "" && filter.outcome === "all" && filter.importance === "all" ? (
              <Trans>No check name contains “{filter.text}”.</Trans>
            ) : (
              <Trans>No matching checks.</Trans>
            )}
          </p>
          <Button onPress={() => setFilter(NO_FILTER)}>
            <Trans>Show all checks</Trans>
          </Button>
        </div>
      )}
      <LiveText>
        {found.length < checks.length && <Plural value={found.length} one="# check shown" other="# checks shown" />}
      </LiveText>
      <Group
        name={<Plural value={failed.length} one="# failed" other="# failed" />}
        isNameHidden
        checks={failed}
        of={(check) => <FailedCheck check={check} />}
      />
      <Group
        name={<Plural value={unrated.length} one="# not rated" other="# not rated" />}
        checks={unrated}
        of={(check) => <QuietCheck check={check} />}
      />
      <Group
        name={<Plural value={passed.length} one="# passed" other="# passed" />}
        checks={passed}
        of={(check) => <QuietCheck check={check} />}
      />
    </div>
  );
}

type FiltersProps = { filter: CheckFilter; onChange: (change: Partial<CheckFilter>) => void; hasUnrated: boolean };

function Filters({ filter, onChange, hasUnrated }: FiltersProps) {
  const { t } = useLingui();
  const outcomes: { value: CheckFilter["outcome"]; label: string }[] = [
    { value: "all", label: t`All` },
    { value: "failed", label: t`Failed` },
    { value: "passed", label: t`Passed` },
  ];
  if (hasUnrated) outcomes.push({ value: "unrated", label: t`Not rated` });
  return (
    <>
      <div className={styles.search}>
        <SearchField aria-label={t`Search checks`} value={filter.text} onChange={(text) => onChange({ text })} />
      </div>
      <SegmentedFilter
        aria-label={t`Outcome`}
        options={outcomes}
        value={filter.outcome}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Select
        aria-label={t`Importance`}
        options={[
          { value: "all", label: t`All importance levels` },
          { value: "high", label: t`High` },
          { value: "medium", label: t`Medium` },
          { value: "low", label: t`Low` },
        ]}
        value={filter.importance}
        onChange={(importance) => onChange({ importance })}
      />
    </>
  );
}

/** Failed checks by importance. */
function Weights({ high, medium, low }: Record<Importance, number>) {
  const { t, i18n } = useLingui();
  const parts = [
    high > 0 && t`${plural(high, { one: "# high", other: "# high" })}`,
    medium > 0 && t`${plural(medium, { one: "# medium", other: "# medium" })}`,
    low > 0 && t`${plural(low, { one: "# low", other: "# low" })}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return <p className={styles.weights}>{listOf(i18n, parts)}</p>;
}

function Group(props: {
  name: ReactNode;
  isNameHidden?: boolean;
  checks: readonly Check[];
  of: (check: Check) => ReactNode;
}) {
  if (props.checks.length === 0) return null;
  return (
    <section>
      <h3 className={props.isNameHidden ? styles.hiddenName : styles.name}>{props.name}</h3>
      <ul>
        {props.checks.map((check) => (
          <li key={check.name}>{props.of(check)}</li>
        ))}
      </ul>
    </section>
  );
}

function FailedCheck({ check }: { check: Check }) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const name = readableName(check.name);
  return (
    <div className={styles.check}>
      <CircleX size={15} strokeWidth={1.75} aria-hidden className={styles.failed} />
      <div className={styles.words}>
        <span className={styles.title}>{name}</span>
        <Particulars check={check} />
      </div>
      <Tooltip text={t`View all pages with this problem`}>
        <Link
          href={reportsPath(connection, { failing: check.name })}
          className={styles.others}
          aria-label={t`View all pages with this problem: ${name}`}
        >
          <Library size={14} strokeWidth={1.75} aria-hidden />
        </Link>
      </Tooltip>
      <ImportanceBadge importance={check.importance} />
    </div>
  );
}

/** A check without problems; details open on demand. */
function QuietCheck({ check }: { check: Check }) {
  const Icon = check.passed ? CircleCheck : CircleHelp;
  const icon = (
    <Icon size={15} strokeWidth={1.75} aria-hidden className={check.passed ? styles.passed : styles.unrated} />
  );
  return (
    <Disclosure className={styles.quiet}>
      {({ isExpanded }) => (
        <>
          <Heading level={4} className={styles.heading}>
            <RawButton slot="trigger" className={styles.trigger}>
              {icon}
              <span className={styles.title}>{readableName(check.name)}</span>{" "}
              <ChevronRight size={13} aria-hidden className={styles.chevron} />
              <ImportanceBadge importance={check.importance} />
            </RawButton>
          </Heading>
          <DisclosurePanel className={styles.opened}>{isExpanded && <Particulars check={check} />}</DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}

function Particulars({ check: { value, errors, other } }: { check: Check }) {
  const { t } = useLingui();
  const hasErrors = errors !== null && !isNothing(errors);
  return (
    <div className={styles.particulars}>
      {hasErrors && <FoundErrors errors={errors} />}
      {!(hasErrors && isNothing(value)) && (
        <div>
          <FoundValue value={value} />
        </div>
      )}
      {Object.keys(other).length > 0 && <Tree label={t`More data`} value={other} />}
    </div>
  );
}

/** A check's importance, if the service gives one. */
export function ImportanceBadge({ importance }: { importance: Importance | null }) {
  const { t } = useLingui();
  if (importance === null) return null;
  const word = { high: t`High`, medium: t`Medium`, low: t`Low` }[importance];
  return (
    <span className={styles.badge}>
      <ImportanceMark importance={importance}>{word}</ImportanceMark>
    </span>
  );
}
