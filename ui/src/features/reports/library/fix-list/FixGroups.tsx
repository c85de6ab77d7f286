import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ChevronRight } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import {
  AddressLine,
  Checkbox,
  CopyButton,
  hasSeveralHosts,
  ImportanceMark,
  Meter,
  Skeleton,
  Stamp,
  useFold,
} from "../../../../components";
import { classes } from "../../../../components/class-names";
import link from "../../../../components/text/link.module.css";
import { type Host, problemOf, useHost } from "../../../../host";
import type { CheckValue, FailingCheck, FixList, LibraryQuery, ReportRow } from "../../../../host/contract";
import { Explanation, Term } from "../../../../shared/checks/Explanation";
import { failureTitle, useGuide } from "../../../../shared/checks/guide";
import { ImportanceGroupName } from "../../../../shared/checks/ImportanceGroupName";
import { valueText } from "../../../../shared/checks/value-text";
import { askForPage } from "../../../../shared/lists/library-list";
import { projectPath, type ReportFilters, reportsPath, searchString } from "../../../../shared/navigation/routes";
import { ProblemInline } from "../../../../shared/problems";
import { toLibraryQuery } from "../../list/from-library";
import { useTrends } from "../../list/use-trends";
import { checkMarkdown } from "../../markdown";
import { keyOf, type ReportSearch } from "../../search";
import styles from "./FixGroups.module.css";
import type { FixGroup } from "./fix-search";
import { type FixSelection, RecheckThese } from "./RecheckFixes";
import type { CheckMove, FixMoves } from "./use-fix-moves";

/** Pages shown per check. */
const FIRST_PAGES = 5;

/** Pages copied per check. */
const MAX_COPIED = 1000;

const WORST_FIRST = { sort_by: "result", sort: "asc" } as const;

export type FixGroupsProps = {
  groups: readonly FixGroup[];
  list: FixList;
  /** The reports the list is based on: of a connection or all with `null`, and filtered. */
  connection: string | null;
  filters: ReportFilters;
  selection: FixSelection;
  moves: FixMoves;
};

/** Failing checks by importance, with the number of pages, and of those on which they changed. */
export function FixGroups({ groups, list, ...shared }: FixGroupsProps) {
  const known = list.reports - list.without_checks;
  return (
    <>
      <Heads {...shared} />
      {groups.map(({ importance, checks }) => (
        <section key={importance ?? "unknown"} className={styles.group}>
          <h2 className={styles.heading}>
            {importance === null ? (
              <ImportanceGroupName importance={importance} />
            ) : (
              <ImportanceMark importance={importance}>
                <ImportanceGroupName importance={importance} />
              </ImportanceMark>
            )}{" "}
            <span className={styles.count}>
              <Plural value={checks.length} one="# check" other="# checks" />
            </span>
          </h2>
          <ul>
            {checks.map((check) => (
              <li key={check.name}>
                <Fix check={check} known={known} {...shared} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Heads({ selection: { checks, isAll, toggleAll }, moves }: Pick<FixGroupsProps, "selection" | "moves">) {
  const { t } = useLingui();
  const hasSelected = checks.length > 0;
  return (
    <div className={classes(styles.line, styles.heads)} data-selects={hasSelected || undefined}>
      {toggleAll && (
        <span className={styles.box}>
          <Checkbox
            aria-label={t`Select all`}
            isSelected={isAll}
            isIndeterminate={hasSelected && !isAll}
            onChange={toggleAll}
          />
        </span>
      )}
      <span aria-hidden>{t`Check`}</span>
      <span className={styles.share} aria-hidden>{t`Share of pages`}</span>
      <span className={classes(styles.number, styles.sorted)} aria-hidden>
        {t`Pages`} <ArrowDown size={13} />
      </span>
      <span className={styles.moved} aria-hidden>
        {moves.since}
      </span>
    </div>
  );
}

type FixProps = Pick<FixGroupsProps, "connection" | "filters" | "selection" | "moves"> & {
  check: FailingCheck;
  known: number;
};

function Fix({ check, known, connection, filters, selection, moves }: FixProps) {
  const { name, pages } = check;
  const { i18n } = useLingui();
  const [isUnfolded, setUnfolded] = useState(false);
  const share = known === 0 ? 0 : Math.min(1, pages / known);
  const guide = useGuide();
  const entry = guide.get(name);
  const words = failureTitle(guide, name);
  const failing: ReportSearch = { ...filters, failing: name, ...WORST_FIRST };
  // The library can filter by only one failing check.
  const isListed = filters.failing === undefined || filters.failing === name;
  const isOpen = isListed && isUnfolded;
  const { trigger, panel } = useFold({ isOpen, onToggle: setUnfolded });
  const nameId = useId();
  const isSelected = selection.checks.some((selected) => selected.name === name);
  const count = plural(pages, { one: "# page", other: "# pages" });
  return (
    <div className={styles.fix} data-expanded={isOpen || undefined} data-selected={isSelected || undefined}>
      <div className={styles.line}>
        <span className={styles.box}>
          <Checkbox
            aria-labelledby={nameId}
            isDisabled={!selection.canRecheck(check)}
            isSelected={isSelected}
            onChange={() => selection.toggle(name)}
          />
        </span>
        <h3 className={styles.name}>
          <button type="button" {...trigger} disabled={!isListed} className={styles.trigger}>
            <span id={nameId} dir="auto" title={name}>
              {words}
            </span>
          </button>
        </h3>
        <span className={styles.share} aria-hidden>
          <Meter share={share} />
        </span>
        {isListed ? (
          <Link
            href={placeOf(connection, failing)}
            className={classes(link.link, styles.pages)}
            aria-label={t(i18n)`Pages: ${{ number: i18n.number(pages) }}, ${{ check: words }}`}
          >
            {i18n.number(pages)}
          </Link>
        ) : (
          <span className={styles.pages}>
            <span aria-hidden>{i18n.number(pages)}</span>
            <VisuallyHidden elementType="span">{count}</VisuallyHidden>
          </span>
        )}
        <span className={styles.moved}>
          <Moved move={moves.of(name)} since={moves.since} />
        </span>
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={styles.chevron} />
      </div>
      {isOpen && (
        <div {...panel} className={styles.opened}>
          {entry && (
            <dl className={styles.explanation}>
              <Explanation entry={entry} />
              <Term name={<Trans>Check</Trans>} isShort>
                {entry.name}
              </Term>
            </dl>
          )}
          <Pages check={check} connection={connection} search={failing} selection={selection} />
        </div>
      )}
    </div>
  );
}

/** On how many pages a check was fixed, and on how many it broke; nothing while that isn't known. */
function Moved({ move, since }: { move: CheckMove | undefined; since: string }) {
  if (!move) return null;
  const { fixed, broke } = move;
  if (fixed === 0 && broke === 0) return "–";
  return (
    <>
      <VisuallyHidden elementType="span">{since}: </VisuallyHidden>
      {fixed > 0 && <Plural value={fixed} one="# fixed" other="# fixed" />}
      {fixed > 0 && broke > 0 && " · "}
      {broke > 0 && <Plural value={broke} one="# broke" other="# broke" />}
    </>
  );
}

/** A list of reports, or one beside it; those of a project are in its screen. */
function placeOf(connection: string | null, { project, ...search }: ReportSearch, key?: string): string {
  const [path, written] =
    connection === null || project === undefined
      ? [reportsPath(connection), { project, ...search }]
      : [projectPath(connection, project, "reports"), search];
  return `${path}${key === undefined ? "" : `/${key}`}${searchString(written)}`;
}

/** A check’s value, if a few words say it. */
function foundText(i18n: I18n, value: CheckValue | null, unit: string | undefined): string | null {
  if (value === null) return unit === undefined ? null : t(i18n)({ message: "None", context: "found value" });
  return value.kind === "flag" || value.kind === "entries" ? null : valueText(i18n, value, unit);
}

/** The first rows of a query, at most {@link MAX_COPIED}. */
async function rowsOf(host: Host, query: LibraryQuery): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let page = 1; ; page += 1) {
    const found = await host.call("library_list", { ...query, page });
    rows.push(...found.rows.map(({ row }) => row));
    if (found.rows.length === 0 || rows.length >= Math.min(found.total, MAX_COPIED)) return rows;
  }
}

type PagesProps = Pick<FixProps, "check" | "connection" | "selection"> & { search: ReportSearch };

/** The worst pages that fail a check, and what was found on each. */
function Pages({ check, connection, search, selection }: PagesProps) {
  const { i18n } = useLingui();
  const guide = useGuide();
  const host = useHost();
  const { data, error, refetch } = useQuery(askForPage(host, toLibraryQuery(connection, { ...search, per_page: 10 })));
  const rows = useMemo(
    () => data?.rows.slice(0, FIRST_PAGES).map(({ row, ...known }) => ({ ...row, known })) ?? [],
    [data],
  );
  const { name } = check;
  const { of: trends } = useTrends(
    connection,
    rows,
    useMemo(() => [name], [name]),
  );
  const unit = guide.get(name)?.unit;
  const worst = rows.map((row) => {
    const ofAll = keyOf(row.known.connection, row.id);
    const trend = trends[connection === null ? ofAll : row.id];
    return {
      row,
      key: ofAll,
      place: placeOf(connection, search, connection === null ? ofAll : encodeURIComponent(row.id)),
      found: trend && foundText(i18n, trend.values[0]?.[1] ?? null, unit),
    };
  });
  const hasHosts = hasSeveralHosts(rows.map(({ address }) => address));
  if (error) return <ProblemInline isRead problem={problemOf(error)} actions={{ retry: () => void refetch() }} />;
  if (!data) return <Skeleton rows={Math.min(check.pages, FIRST_PAGES)} />;
  const { total: pages } = data;
  return (
    <>
      <div className={styles.examples}>
        <ul>
          {worst.map(({ row, key, place, found }) => (
            <li key={key} className={styles.page}>
              <Stamp score={row.score} verdict={row.verdict} />
              <Link href={place} className={classes(link.link, styles.address)}>
                <AddressLine address={row.address} hasOtherHosts={hasHosts} />
              </Link>
              {found != null && (
                <span className={styles.found} dir="auto" title={found}>
                  {found}
                </span>
              )}
            </li>
          ))}
        </ul>
        {pages > FIRST_PAGES && (
          <Link href={placeOf(connection, search)} className={styles.all}>
            <Plural value={pages} one="View # page" other="View all # pages" />
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
          </Link>
        )}
      </div>
      <div className={styles.actions}>
        {selection.canRecheck(check) && <RecheckThese selection={selection} checks={[check]} connection={connection} />}
        <CopyButton
          text={async () =>
            checkMarkdown(
              i18n,
              guide,
              check,
              await rowsOf(host, toLibraryQuery(connection, { ...search, per_page: 100 })),
            )
          }
        >
          {t(i18n)`Copy as Markdown`}
        </CopyButton>
      </div>
    </>
  );
}
