import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { History } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { useCommand } from "../../../shared/commands";
import { useConnection, useConnectionName } from "../../../shared/data/connection";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { useSync } from "../../../shared/data/sync";
import { ExportButton } from "../../../shared/export/ExportButton";
import { useLibraryList } from "../../../shared/lists/library-list";
import { PastEnd } from "../../../shared/lists/PastEnd";
import { changesPath, knownReportOf, searchOf } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { Screen } from "../../../shared/screen/Screen";
import { useWidth } from "../../../shared/screen/use-width";
import {
  Button,
  DateText,
  EmptyState,
  LastKnown,
  LiveText,
  Pager,
  ProblemView,
  SegmentedFilter,
  Skeleton,
  Table,
  useIsSlow,
} from "../../../components";
import { SyncButton } from "../SyncButton";
import { useLibraryQuery } from "../use-library-query";
import { CHANGE_ICONS, useChangeWords } from "./ChangeMark";
import { useChangesColumns } from "./changes-columns";
import { CHANGES, type ChangesSearch, readChangesSearch, sinceOf, toQuery } from "./changes-search";
import styles from "./ChangesScreen.module.css";

/** Reports that improved, worsened, appeared, or were removed since a time, from saved data. */
export function ChangesScreen(): ReactNode {
  const { t, i18n } = useLingui();
  const current = useConnection();
  const { id: connection } = current;
  const named = useConnectionName()(current);
  const [preferences, savePreferences] = usePreferences();
  const search = readChangesSearch(useSearch({ strict: false }));
  const { since = "last_time", change = "worse" } = search;
  const go = useGoTo();
  const sync = useSync(connection);
  const words = useChangeWords();
  const query = toQuery(connection, search, preferences);
  const counted = { connection, since: sinceOf(search) };
  const counts = useLibraryQuery(keys.library.changes(counted), "changes_count", counted);
  const list = useLibraryList(query);
  const { page, isCurrent } = list;
  const [width, measure] = useWidth<HTMLDivElement>();
  const open = useCallback(
    (id: string) => go(knownReportOf(connection, id, { connection, changed: { change, since: sinceOf({ since }) } })),
    [go, connection, change, since],
  );
  const columns = useChangesColumns(change, width, open);
  const turn = (wanted: ChangesSearch) =>
    go(`${changesPath(connection)}${searchOf({ ...search, page: null, ...wanted })}`);
  useCommand("read_again", () => sync.start("light"));
  useCommand("next_page", page?.has_next ? () => turn({ page: page.number + 1 }) : null);
  useCommand("previous_page", page && page.number > 1 ? () => turn({ page: page.number - 1 }) : null);

  const problem = list.problem ?? counts.problem;
  const readAgain = () => {
    list.read();
    counts.read();
  };
  const total = (isCurrent && page?.total) || 0;
  const isSlow = useIsSlow(list.isReading && !isCurrent);
  const name = words[change];
  return (
    <Screen
      title={t`Changes`}
      actions={
        <>
          <ExportButton
            what={total === 0 ? null : { of: { kind: "library", query }, name: t`Changes – ${named}`, total }}
          />
          <SyncButton sync={sync} />
        </>
      }
      toolbar={
        <>
          <SegmentedFilter
            aria-label={t`Since`}
            options={[
              { value: "last_time", label: t`Last time` },
              { value: "7", label: t`7 days` },
              { value: "30", label: t`30 days` },
              ...(typeof since === "number" && since !== 7 && since !== 30
                ? [{ value: String(since), label: t`${i18n.number(since)} days` }]
                : []),
            ]}
            value={String(since)}
            onChange={(value) => turn({ since: value === "last_time" ? value : Number(value) })}
          />
          <SegmentedFilter
            aria-label={t`Change`}
            options={CHANGES.map((value) => {
              const [word, count] = [words[value], counts.data && i18n.number(counts.data[value])];
              return { value, icon: CHANGE_ICONS[value], label: count === undefined ? word : t`${word}: ${count}` };
            })}
            value={change}
            onChange={(value) => turn({ change: value })}
          />
          {counts.data?.since && (
            <span className={styles.since}>
              <Trans>
                Since <DateText value={counts.data.since} form="exact" />
              </Trans>
            </span>
          )}
        </>
      }
    >
      {isCurrent && (
        <LiveText>
          <Plural value={total} one={`${name}: # report`} other={`${name}: # reports`} />
        </LiveText>
      )}
      {!page &&
        (problem ? (
          <ProblemView problem={problem} actions={{ retry: readAgain }} />
        ) : (
          <Skeleton rows={12} rowHeight={preferences.density === "compact" ? 30 : 36} />
        ))}
      {problem && page && (
        <LastKnown problem={problem} since={list.readAt} isOtherQuery={!isCurrent} onRetry={readAgain} />
      )}
      {page && (
        <div ref={measure} className={styles.rows} aria-busy={isSlow || undefined}>
          <Table
            aria-label={t`Changes`}
            columns={columns}
            density={preferences.density}
            rows={page.rows}
            idOf={({ row }) => row.id}
            textOf={({ row }) => row.address}
            onOpen={open}
            isStale={isSlow}
            empty={
              page.number > 1 ? (
                <PastEnd icon={History} onFirst={() => turn({})} />
              ) : (
                <Nothing
                  isFirstTime={since === "last_time" && counts.data?.since === null}
                  onWeek={() => turn({ since: 7 })}
                />
              )
            }
          />
        </div>
      )}
      <Pager
        page={page}
        perPage={query.per_page}
        onPerPage={(per_page) => {
          savePreferences({ page_size: per_page });
          turn({ per_page });
        }}
        onPage={(number) => turn({ page: number })}
      />
    </Screen>
  );
}

function Nothing({ isFirstTime, onWeek }: { isFirstTime: boolean; onWeek: () => void }) {
  if (isFirstTime) {
    return (
      <EmptyState
        icon={History}
        title={<Trans>There is no last time yet</Trans>}
        action={
          <Button onPress={onWeek}>
            <Trans>The last 7 days</Trans>
          </Button>
        }
      >
        <Trans>From the next start on, this shows what changed while Assay was closed.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={History} title={<Trans>Nothing of this kind</Trans>}>
      <Trans>As far as Assay saw, no report changed so since then. A sync looks again.</Trans>
    </EmptyState>
  );
}
