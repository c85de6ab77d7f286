import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ArrowRight, FileUser, Flag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import {
  AddressLine,
  Button,
  Delta,
  EmptyState,
  Figures,
  FilterChips,
  hasSeveralHosts,
  ImportanceMark,
  Select,
  Skeleton,
  Stamp,
} from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Connection, MomentsComparison, MovedCheck, MovedPage } from "../../../host/contract";
import { checkName, useGuide } from "../../../shared/checks/guide";
import { hasReasons, mainReasons, ReasonsText } from "../../../shared/checks/ReasonsText";
import { useConnection, useConnectionName, useConnections } from "../../../shared/data/connection";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { useToldApart } from "../../../shared/data/told-apart";
import { averageTexts, changeOf } from "../../../shared/data/trends";
import { useClientReport } from "../../../shared/export/export";
import { MomentsDialog } from "../../../shared/moments/MomentsDialog";
import { useMomentOptions } from "../../../shared/moments/use-since-options";
import { changesPath, comparisonPath, momentsPath, reportPath, reportsPath } from "../../../shared/navigation/routes";
import { readMoment, readSince, type SinceParam, startOf } from "../../../shared/navigation/since";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemView } from "../../../shared/problems";
import { Part } from "../../../shared/screen/Part";
import { Screen } from "../../../shared/screen/Screen";
import { KnownPart } from "../../../shared/sync/KnownPart";
import { useChips } from "../library/filters/use-chips";
import { NO_FILTERS } from "../search";
import styles from "./CompareMomentsScreen.module.css";
import { DEFAULT_FROM, type MomentsSearch, readMomentsSearch, toMoments } from "./moments-search";

/** Days ago that are offered. */
const DAYS = [7, 30, 90, 365];

/** How the reports of a connection's list, such as a project or a view, differ between two moments. */
export function CompareMomentsScreen(): ReactNode {
  const connection = useConnection();
  const name = useConnectionName()(connection);
  return <Compared connection={connection.id} name={name} />;
}

/** The same of a list of all connections. */
export function AllCompareMomentsScreen(): ReactNode {
  const { t } = useLingui();
  return <Compared connection={null} name={t`All connections`} />;
}

type OfConnection = {
  /** The list's connection; `null` for all. */
  connection: string | null;
};

function Compared({ connection, name }: OfConnection & { name: string }) {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const [preferences] = usePreferences();
  const { from, ...written } = readMomentsSearch(useSearch({ strict: false }));
  // Only a single connection has a last sync.
  const search = from === undefined || (connection === null && from === "last_sync") ? written : { ...written, from };
  const reportToClient = useClientReport();
  const wanted = toMoments(connection, search, preferences);
  const change = (change: MomentsSearch) => go(momentsPath(connection, { ...search, ...change }), { replace: true });
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.moments(wanted),
    queryFn: ({ signal }) => host.call("moments_compare", wanted, { signal }),
    staleTime: 0,
  });
  return (
    <Screen
      title={t`Compare moments`}
      back={connection === null ? reportsPath(null) : changesPath(connection)}
      part={
        <>
          {search.project !== undefined && <span dir="auto">{search.project}</span>}
          <KnownPart connection={connection} />
        </>
      }
      actions={
        <Button
          icon={FileUser}
          isDisabled={!data || isEmpty(data)}
          onPress={() => reportToClient({ of: { kind: "moments", ...wanted }, title: search.project ?? name })}
        >
          <Trans>Client report…</Trans>
        </Button>
      }
      hasFailed={!data && error !== null}
    >
      <div className={styles.content}>
        <Times connection={connection} search={search} since={data?.before.at} onChange={change} />
        <Filtered search={search} onChange={change} />
        {data ? (
          <Differences connection={connection} isInProject={search.project !== undefined} compared={data} />
        ) : error ? (
          <ProblemView
            problem={problemOf(error)}
            actions={{ retry: () => void refetch(), clear_pattern: () => change({ pattern: undefined }) }}
          />
        ) : (
          <Skeleton rows={8} />
        )}
      </div>
    </Screen>
  );
}

type FilteredProps = { search: MomentsSearch; onChange: (change: MomentsSearch) => void };

type TimesProps = OfConnection &
  FilteredProps & {
    /** The earlier moment, once it was compared. */
    since: string | undefined;
  };

/** The choice of both moments, in a line. */
function Times({ connection, search: { from = DEFAULT_FROM, to }, since, onChange }: TimesProps) {
  const { t } = useLingui();
  const [isNaming, setNaming] = useState(false);
  const [earlier, later] = [useMomentOptions(from), useMomentOptions(to)];
  const offered = [...new Set([...DAYS, ...(typeof from === "number" ? [from] : [])])].sort((a, b) => a - b);
  const start = startOf(from) ?? (since === undefined ? 0 : Date.parse(since));
  const offeredLater = later.filter(({ value }) => value === to || Date.parse(value) > start);
  const changeFrom = (wanted: SinceParam) => {
    const isOrdered = to !== undefined && Date.parse(to) > (startOf(wanted) ?? Number.POSITIVE_INFINITY);
    onChange({ from: wanted, to: isOrdered ? to : undefined });
  };
  const optionOf = (days: number) => ({
    value: String(days),
    label: plural(days, { one: "# day ago", other: "# days ago" }),
  });
  return (
    <div className={styles.times}>
      <Select
        aria-label={t`Before`}
        options={[
          { value: "last_time", label: t`Last session` },
          ...(connection === null ? [] : [{ value: "last_sync", label: t`Last sync` }]),
          ...offered.map(optionOf),
          ...earlier,
        ]}
        value={String(from)}
        onChange={(value) => changeFrom(readSince(value) ?? Number(value))}
      />
      <ArrowRight size={15} aria-hidden className={styles.arrow} />
      <Select
        aria-label={t`After`}
        options={[{ value: "", label: t`Now` }, ...offeredLater]}
        value={to ?? ""}
        onChange={(value) => onChange({ to: readMoment(value) })}
      />
      <Button variant="quiet" icon={Flag} onPress={() => setNaming(true)}>
        <Trans>Edit moments…</Trans>
      </Button>
      {isNaming && <MomentsDialog onClose={() => setNaming(false)} />}
    </div>
  );
}

/** By what the reports are filtered; the project is beside the title. */
function Filtered({ search: { from, to, ...filters }, onChange }: FilteredProps) {
  const chips = useChips(filters, onChange, ["project"]);
  return <FilterChips chips={chips} onClear={() => onChange({ ...NO_FILTERS, project: filters.project })} />;
}

/** No report was there at either moment. */
function isEmpty({ better, worse, new: added, gone, same }: MomentsComparison): boolean {
  return better + worse + added + gone + same === 0;
}

type OfList = OfConnection & {
  /** All pages are of one project. */
  isInProject: boolean;
};

function Differences({ compared, ...list }: OfList & { compared: MomentsComparison }) {
  const { before, after, better, worse, new: added, gone, same, improved, worsened, checks } = compared;
  const { t } = useLingui();
  const [was, is] = [before.mean_score, after.mean_score];
  const figures = [
    ...(was !== null && is !== null
      ? [{ id: "average", name: t`Average score`, value: <Average was={was} is={is} /> }]
      : []),
    { id: "worse", name: t`Worse`, value: worse },
    { id: "better", name: t`Better`, value: better },
    { id: "new", name: t`New`, value: added },
    { id: "gone", name: t`Removed`, value: gone },
    { id: "same", name: t`Same`, value: same },
  ];
  if (isEmpty(compared)) {
    return (
      <EmptyState drawing="changes" title={<Trans>No reports</Trans>}>
        <Trans>None of these reports were there at either moment.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <Figures figures={figures} />
      <div className={styles.columns}>
        <Pages {...list} title={t`Got worse`} pages={worsened} none={t`No page got worse.`} />
        <Pages {...list} title={t`Got better`} isBetter pages={improved} none={t`No page got better.`} />
      </div>
      <Checks checks={checks} />
    </>
  );
}

function Average({ was, is }: { was: number; is: number }) {
  const { t, i18n } = useLingui();
  const [before, after] = averageTexts(i18n, was, is);
  return (
    <>
      {before}
      <ArrowRight size={14} aria-hidden className={styles.arrow} />
      <VisuallyHidden elementType="span">{t`changed to`} </VisuallyHidden>
      {after}
      <Delta difference={changeOf([was, is], 1)} isPill />
    </>
  );
}

type PagesProps = OfList & { title: string; pages: readonly MovedPage[]; isBetter?: boolean; none: string };

/** The pages that changed most in one direction; each opens its comparison. */
function Pages({ connection, isInProject, title, pages, isBetter = false, none }: PagesProps) {
  const connections = useConnections();
  const named = connection === null && connections.length > 1 ? connections : [];
  const hasHosts = !isInProject && hasSeveralHosts(pages.map(({ address }) => address));
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {pages.length === 0 && <p className={styles.note}>{none}</p>}
      <ul>
        {pages.map((page) => (
          <li key={`${page.connection} ${page.id}`}>
            <Page
              page={page}
              pages={pages}
              of={named.find(({ id }) => id === page.connection)}
              isInProject={isInProject}
              hasHosts={hasHosts}
              isBetter={isBetter}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type PageProps = {
  page: MovedPage;
  pages: readonly MovedPage[];
  /** Its connection, where pages of others are listed, too. */
  of: Connection | undefined;
  isInProject: boolean;
  hasHosts: boolean;
  isBetter: boolean;
};

function Page({ page, pages, of, isInProject, hasHosts, isBetter }: PageProps) {
  const nameOf = useConnectionName();
  const tell = useToldApart();
  const { address, connection, id, reasons, score, score_before } = page;
  const telling = tell(
    page,
    pages.filter((other) => other.connection === connection),
  );
  const hasWhy = reasons != null && hasReasons(reasons);
  return (
    <Link href={reasons ? comparisonPath(connection, id, reasons) : reportPath(connection, id)} className={styles.page}>
      <Stamp score={score} verdict={page.verdict} />
      <span className={styles.words}>
        <AddressLine address={address} isWithoutHost={isInProject} hasOtherHosts={hasHosts}>
          {(of || telling || hasWhy) && (
            <span className={styles.reasons}>
              {of && (
                <span className={styles.of} dir="auto">
                  {nameOf(of)}
                </span>
              )}
              {of && (telling || hasWhy) && " · "}
              {telling && <span className={styles.of}>{telling}</span>}
              {telling && hasWhy && " · "}
              {hasWhy && (
                <span className={styles.why}>
                  <ReasonsText reasons={mainReasons(reasons)} isInOneLine isBetter={isBetter} />
                </span>
              )}
            </span>
          )}
        </AddressLine>
      </span>
      {score !== null && score_before !== null && (
        <Delta difference={Math.round(score) - Math.round(score_before)} isPill />
      )}
    </Link>
  );
}

/** On how many pages each check broke and was fixed. */
function Checks({ checks }: { checks: readonly MovedCheck[] }) {
  const { t } = useLingui();
  if (checks.length === 0) return null;
  const half = Math.ceil(checks.length / 2);
  return (
    <Part title={t`Checks`} note={<Trans>Number of pages</Trans>}>
      <div className={styles.halves}>
        <CheckTable checks={checks.slice(0, half)} />
        {half < checks.length && <CheckTable checks={checks.slice(half)} />}
      </div>
    </Part>
  );
}

function CheckTable({ checks }: { checks: readonly MovedCheck[] }) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const words = { high: t`High`, medium: t`Medium`, low: t`Low` };
  return (
    <table className={styles.checks}>
      <thead>
        <tr>
          <th>
            <VisuallyHidden>{t`Check`}</VisuallyHidden>
          </th>
          <th>{t`Broke`}</th>
          <th>{t`Fixed`}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ name, importance, broke, fixed }) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {importance && (
                <ImportanceMark importance={importance}>
                  <VisuallyHidden>{words[importance]}</VisuallyHidden>
                </ImportanceMark>
              )}{" "}
              {checkName(guide, name)}
            </th>
            <td>{i18n.number(broke)}</td>
            <td>{i18n.number(fixed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
