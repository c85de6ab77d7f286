import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dayText } from "../../../../components";
import { useHost } from "../../../../host";
import type { CompareMoments, LibraryQuery, MovedCheck } from "../../../../host/contract";
import { keys } from "../../../../shared/data/queries";
import { useIsSyncing } from "../../../../shared/data/sync";
import { useRange } from "../../../../shared/moments/range";
import { sinceOf } from "../../../../shared/navigation/since";

const DAY = 24 * 3600 * 1000;

/** On how many pages a check broke and was fixed. */
export type CheckMove = Pick<MovedCheck, "broke" | "fixed">;

/** How the checks of a fix list changed. */
export type FixMoves = {
  /** Since when, in words. */
  since: string;
  /** Of a check; undefined until it is read. */
  of: (check: string) => CheckMove | undefined;
};

const UNCHANGED: CheckMove = { broke: 0, fixed: 0 };

/** On how many of a fix list's pages each check changed in the chosen time, once the list `isRead`. */
export function useFixMoves(query: LibraryQuery, isRead: boolean): FixMoves {
  const { t, i18n } = useLingui();
  const host = useHost();
  const { days, since, moment } = useRange();
  const wanted: CompareMoments = { query, before: sinceOf(since) };
  const isSyncing = useIsSyncing(query.connection ?? null);
  const { data } = useQuery({
    queryKey: keys.library.moments(wanted),
    queryFn: ({ signal }) => host.call("moments_compare", wanted, { signal }),
    // In a large library this takes a second, and a sync would ask again and again.
    enabled: isRead && !isSyncing,
  });
  const moves = useMemo(() => data && new Map(data.checks.map((check) => [check.name, check])), [data]);
  const day = dayText(new Date(Date.now() - days * DAY), i18n);
  return {
    since: moment ? t`Since “${{ name: moment.name }}”` : t`Since ${day}`,
    of: (check) => moves && (moves.get(check) ?? UNCHANGED),
  };
}
