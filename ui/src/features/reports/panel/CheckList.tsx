import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { skipToken, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-aria-components";
import { Button, ImportanceMark, LiveText, SearchField, Switch, Tree, useFold } from "../../../components";
import { classes } from "../../../components/class-names";
import type { Check, FixList, Importance } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { groupChecks, searchChecks } from "../../../shared/checks/checks";
import { Explanation, Term } from "../../../shared/checks/Explanation";
import terms from "../../../shared/checks/Explanation.module.css";
import { FoundText } from "../../../shared/checks/FoundText";
import { faultsOf, faultText } from "../../../shared/checks/faults";
import { isNothing, shortText } from "../../../shared/checks/found-text";
import { checkTitle, errorKind, type Guide, useGuide } from "../../../shared/checks/guide";
import { ImportanceGroupName } from "../../../shared/checks/ImportanceGroupName";
import { measureText } from "../../../shared/checks/limits";
import { useConnection } from "../../../shared/data/connection";
import { keys, wholeFixList } from "../../../shared/data/queries";
import { reportsPath } from "../../../shared/navigation/routes";
import groupHead from "../group-head.module.css";
import styles from "./CheckList.module.css";
import { FoundErrors } from "./FoundValue";

export type CheckListProps = {
  checks: readonly Check[];
  /** The check that is open and in view. */
  wanted?: string | undefined;
};

/** Failed checks first, by importance; passed ones last, and folded below others. */
export const CheckList = memo(function CheckList({ checks, wanted }: CheckListProps) {
  const { t } = useLingui();
  const guide = useGuide();
  const [text, setText] = useState("");
  const [isOnlyFailed, setOnlyFailed] = useState(false);
  if (checks.length === 0) {
    return (
      <p className={styles.none}>
        <Trans>This report has no checks.</Trans>
      </p>
    );
  }
  const found = searchChecks(checks, text, guide);
  const groups = groupChecks(found);
  const { failed } = groups;
  const [unrated, passed] = isOnlyFailed ? [[], []] : [groups.unrated, groups.passed];
  const shown = failed.length + unrated.length + passed.length;
  const shared = { wanted, guide };
  return (
    <div>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            aria-label={t`${plural(checks.length, { one: "Search # check", other: "Search # checks" })}`}
            value={text}
            onChange={setText}
          />
        </div>
        {(isOnlyFailed || checks.some(({ passed }) => passed === false)) && (
          <div className={styles.switch}>
            <Switch isSelected={isOnlyFailed} onChange={setOnlyFailed}>
              <Trans>Only failed</Trans>
            </Switch>
          </div>
        )}
      </div>
      {shown === 0 && (
        <div className={styles.none}>
          <p>
            {found.length === 0 ? <Trans>No check name contains “{text}”.</Trans> : <Trans>No matching checks.</Trans>}
          </p>
          <Button
            onPress={() => {
              setText("");
              setOnlyFailed(false);
            }}
          >
            <Trans>Show all checks</Trans>
          </Button>
        </div>
      )}
      <LiveText>
        {shown < checks.length && <Plural value={shown} one="# check shown" other="# checks shown" />}
      </LiveText>
      <Failed checks={failed} {...shared} />
      <Group name={<Trans>Not rated</Trans>} checks={unrated} {...shared} />
      {failed.length + unrated.length === 0 ? (
        <Group name={<Trans>Passed</Trans>} checks={passed} {...shared} />
      ) : (
        <Passed checks={passed} {...shared} isOpen={text !== "" || passed.some(({ name }) => name === wanted)} />
      )}
    </div>
  );
});

/** With the guide that the list has read: else each row would observe it. */
type RowsProps = CheckListProps & { guide: Guide };

/** Failed checks under the heads of their importance. */
function Failed({ checks, ...shared }: RowsProps) {
  const of = (importance: Importance | null) => checks.filter((check) => check.importance === importance);
  return (
    <>
      {(["high", "medium", "low"] as const).map((importance) => (
        <Group
          key={importance}
          name={
            <ImportanceMark importance={importance}>
              <ImportanceGroupName importance={importance} />
            </ImportanceMark>
          }
          isFailed
          checks={of(importance)}
          {...shared}
        />
      ))}
      <Group name={<Trans context="checks">Failed</Trans>} checks={of(null)} {...shared} />
    </>
  );
}

type GroupProps = RowsProps & {
  name: ReactNode;
  /** Its name doesn't say so. */
  isFailed?: boolean;
};

function Group({ name, isFailed, checks, ...shared }: GroupProps) {
  const { i18n } = useLingui();
  if (checks.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3 className={classes(groupHead.head, styles.head)}>
        {name}{" "}
        <span className={groupHead.count}>
          {isFailed ? <Plural value={checks.length} one="# failed" other="# failed" /> : i18n.number(checks.length)}
        </span>
      </h3>
      <Rows checks={checks} {...shared} />
    </section>
  );
}

/** Passed checks, folded unless opened or `isOpen`. */
function Passed({ checks, isOpen, ...shared }: RowsProps & { isOpen: boolean }) {
  const { i18n } = useLingui();
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const fold = useFold({ isOpen: isUnfolded ?? isOpen, onToggle: setUnfolded });
  if (checks.length === 0) return null;
  return (
    <div className={styles.group}>
      <h3 className={classes(groupHead.head, styles.head)}>
        <button type="button" {...fold.trigger} className={styles.fold}>
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={styles.chevron} />
          <Trans>Passed</Trans> <span className={groupHead.count}>{i18n.number(checks.length)}</span>
        </button>
      </h3>
      {fold.isOpen && (
        <div {...fold.panel}>
          <Rows checks={checks} {...shared} />
        </div>
      )}
    </div>
  );
}

function Rows({ checks, wanted, guide }: RowsProps) {
  return (
    <ul>
      {checks.map((check) => (
        <li key={check.name}>
          {check.name === wanted ? <WantedRow check={check} guide={guide} /> : <Row check={check} guide={guide} />}
        </li>
      ))}
    </ul>
  );
}

type RowProps = { check: Check; guide: Guide };

/** A check that is open and in view. */
function WantedRow(row: RowProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer webviews return a promise, which an effect must not.
    void place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={place} className={styles.wanted}>
      <Row {...row} startsOpen />
    </div>
  );
}

/** A check in a line; opened, with all that was found. */
function Row({ check, guide, startsOpen = false }: RowProps & { startsOpen?: boolean }) {
  const { passed, importance } = check;
  const { isOpen, trigger, panel } = useFold({ startsOpen });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) void place.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <div ref={place} className={styles.row} data-expanded={isOpen || undefined}>
      <h4 className={styles.heading}>
        <button type="button" {...trigger} className={styles.trigger}>
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={styles.chevron} />
          <span className={styles.line}>
            <span className={styles.title} dir="auto">
              {checkTitle(guide, check)}
            </span>{" "}
            {passed === false && !isOpen && <Errors check={check} guide={guide} />}
          </span>
          {passed === null && <ImportanceBadge importance={importance} />}
        </button>
      </h4>
      {isOpen && (
        <div {...panel}>
          <Particulars check={check} guide={guide} />
        </div>
      )}
    </div>
  );
}

/** The errors of a check in one line, without the one in its title; large ones by their kinds alone. */
function Errors({ check, guide }: RowProps) {
  const { i18n } = useLingui();
  const named = errorKind(guide, check);
  const texts = faultsOf(i18n, guide, check).map((fault) =>
    fault.kind !== null && fault.kind === named ? fault.details : (faultText(i18n, fault) ?? fault.label),
  );
  const text = listOf(i18n, texts.filter(Boolean) as string[]);
  return (
    <span className={styles.errors}>
      <FoundText text={text} />
    </span>
  );
}

/** On how many pages a check fails, if the fix list of the connection was read, as it is for the sidebar. */
function useKnownPages(connection: string, check: string): number | undefined {
  const { data } = useQuery<FixList>({
    queryKey: keys.library.fixList(wholeFixList(connection)),
    queryFn: skipToken,
  });
  return data?.checks.find(({ name }) => name === check)?.pages;
}

function Particulars({ check, guide }: RowProps) {
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const { passed, value, errors, other } = check;
  const entry = guide.get(check.name);
  const name = checkTitle(guide, check);
  const hasErrors = errors !== null && !isNothing(errors);
  const kind = errorKind(guide, check);
  const faults = faultsOf(i18n, guide, check);
  const named = faults.find((fault) => fault.kind !== null && fault.kind === kind);
  const pages = useKnownPages(connection, check.name);
  const text =
    pages === undefined
      ? t`View all pages with this problem`
      : t`${plural(pages, { one: "View # page with this problem", other: "View all # pages with this problem" })}`;
  const measure = measureText(i18n, value, named?.value ?? null, entry?.unit);
  const others = faults.filter((fault) => fault !== named || (fault.details !== "" && fault.details !== measure));
  return (
    <dl className={styles.particulars}>
      {entry && <Explanation entry={entry} isFailed={passed === false} />}
      {others.length > 0 && (
        <Term name={<Trans>Problem</Trans>}>
          <FoundErrors faults={others} named={kind} />
        </Term>
      )}
      {!(hasErrors && isNothing(value)) && (
        <Term name={<Trans>Found</Trans>}>
          <Found value={value} measure={measure} />
        </Term>
      )}
      {Object.keys(other).length > 0 && (
        <Term name={<Trans>More data</Trans>}>
          <Tree label={t`More data`} value={other} />
        </Term>
      )}
      {passed === false && (
        <Term name={null}>
          <Link
            href={reportsPath(connection, { failing: check.name })}
            className={terms.more}
            aria-label={t`${text}: ${name}`}
          >
            {text}
            {/* No line begins with it. */}
            <span className={terms.whole}>
              {"\u2060"}
              <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
            </span>
          </Link>
        </Term>
      )}
      {entry && name !== entry.name && (
        <Term name={<Trans>Check</Trans>} isShort>
          {entry.name}
        </Term>
      )}
      {entry && (
        <Term name={<Trans>Topic</Trans>} isShort>
          {entry.theme}
        </Term>
      )}
    </dl>
  );
}

/** A check's finding: the page's own text apart from the rest, larger values as a tree. */
function Found({ value, measure }: { value: Check["value"]; measure: string | null }) {
  const { t, i18n } = useLingui();
  if (isNothing(value)) return <Trans context="found value">None</Trans>;
  if (typeof value === "string") {
    return (
      <>
        <code className={styles.text} dir="auto">
          {value}
        </code>
        {measure !== null && <p className={styles.measure}>{measure}</p>}
      </>
    );
  }
  const text = measure ?? shortText(i18n, value);
  if (text !== null || typeof value !== "object" || value === null) return <bdi>{text ?? String(value)}</bdi>;
  return <Tree label={t`Found`} value={value} />;
}

export function useImportanceWords(): Record<Importance, string> {
  const { t } = useLingui();
  return { high: t`High`, medium: t`Medium`, low: t`Low` };
}

/** A check's importance, if the service gives one. */
function ImportanceBadge({ importance }: { importance: Importance | null }) {
  const words = useImportanceWords();
  if (importance === null) return null;
  return (
    <span className={styles.badge}>
      <ImportanceMark importance={importance}>{words[importance]}</ImportanceMark>
    </span>
  );
}
