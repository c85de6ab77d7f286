import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { Badge, SearchField, Tree } from "../../components";
import type { Check, Importance } from "../../host/contract";
import styles from "./CheckList.module.css";
import { filterChecks, groupChecks, readableName } from "./checks";
import { FoundErrors, FoundValue } from "./FoundValue";
import { isNothing } from "./values";

/** The checks of a report: what failed first, the weightiest on top. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useLingui();
  const [filter, setFilter] = useState("");
  if (checks.length === 0) {
    return (
      <p className={styles.none}>
        <Trans>The service gave no checks for this report.</Trans>
      </p>
    );
  }
  const found = filterChecks(checks, filter);
  const { failed, unrated, passed } = groupChecks(found);
  const failures = groupChecks(checks).failed.length;
  return (
    <div className={styles.checks}>
      <div className={styles.top}>
        <p className={styles.sum}>
          <Trans>
            <b>{failures} failed</b> of <Plural value={checks.length} one="# check" other="# checks" />
          </Trans>
        </p>
        <SearchField aria-label={t`Filter checks`} value={filter} onChange={setFilter} />
      </div>
      {found.length === 0 && (
        <p className={styles.none}>
          <Trans>No check has “{filter}” in its name.</Trans>
        </p>
      )}
      <Group name={t`Failed`} isNameHidden checks={failed} of={(check) => <FailedCheck check={check} />} />
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
  return (
    <div className={styles.check}>
      <CircleX size={15} strokeWidth={1.75} aria-hidden className={styles.failed} />
      <div className={styles.words}>
        <span className={styles.title}>{readableName(check.name)}</span>
        <Particulars check={check} />
      </div>
      <ImportanceBadge importance={check.importance} isTinted />
    </div>
  );
}

/** A check that asks for nothing: its particulars open on demand. */
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
            <Button slot="trigger" className={styles.trigger}>
              {icon}
              <span className={styles.title}>{readableName(check.name)}</span>{" "}
              <ChevronRight size={13} aria-hidden className={styles.chevron} />
              <ImportanceBadge importance={check.importance} />
            </Button>
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
      {Object.keys(other).length > 0 && <Tree label={t`Other fields of the check`} value={other} />}
    </div>
  );
}

function ImportanceBadge({ importance, isTinted }: { importance: Importance | null; isTinted?: boolean }) {
  const { t } = useLingui();
  if (importance === null) return null;
  const word = { high: t`High`, medium: t`Medium`, low: t`Low` }[importance];
  const tint = { high: "bad", medium: "decent", low: "neutral" } as const;
  return (
    <span className={styles.badge}>
      <Badge tone={isTinted ? tint[importance] : "neutral"}>{word}</Badge>
    </span>
  );
}
