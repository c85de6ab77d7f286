import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ComboBox } from "../../../../components";
import { useHost } from "../../../../host";
import type { LibraryQuery } from "../../../../host/contract";
import { checkName, useGuide } from "../../../../shared/checks/guide";
import { keys } from "../../../../shared/data/queries";

export type FailingFilterProps = {
  /** Limits the checks to this connection, if any. */
  connection: string | null;
  failing: string | undefined;
  onChange: (failing: string | undefined) => void;
};

/** Filters by a failing check. */
export function FailingFilter({ connection, failing, onChange }: FailingFilterProps) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const guide = useGuide();
  const query: LibraryQuery = { ...(connection !== null && { connection }), per_page: 10 };
  const { data, isFetching } = useQuery({
    queryKey: keys.library.fixList(query),
    queryFn: ({ signal }) => host.call("fix_list", query, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const checks = (data?.checks ?? []).map(({ name, pages }) => ({
    id: name,
    label: checkName(guide, name),
    detail: i18n.number(pages),
  }));
  const isKnown = failing === undefined || checks.some(({ id }) => id === failing);
  return (
    <ComboBox
      label={t`Failing check`}
      placeholder={t`Any`}
      // Remounted for new entries, since the field derives its text from them.
      key={`${failing} ${checks.length > 0} ${guide.size}`}
      entries={isKnown ? checks : [...checks, { id: failing, label: checkName(guide, failing) }]}
      emptyText={isFetching ? t`Searching…` : t`No matching failing checks`}
      value={failing ?? null}
      onChange={(key) => onChange(key === null ? undefined : String(key))}
      onClear={failing === undefined ? undefined : () => onChange(undefined)}
    />
  );
}
