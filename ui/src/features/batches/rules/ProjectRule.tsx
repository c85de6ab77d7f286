import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ComboBox } from "../../../components";
import { useHost } from "../../../host";
import type { ProjectQuery } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { LIBRARY_PAUSE_MS, useDebounced } from "../../../shared/lists/use-debounced";
import styles from "../../../shared/planning/rules/Rules.module.css";

type ProjectRuleProps = {
  connection: string;
  value: string;
  onChange: (project: string) => void;
  isDisabled: boolean;
};

export function ProjectRule({ connection, value, onChange, isDisabled }: ProjectRuleProps) {
  const { t } = useLingui();
  const host = useHost();
  const search = useDebounced(value.trim(), LIBRARY_PAUSE_MS);
  const query: ProjectQuery = { ...(search && { search }), sort_by: "project", sort: "asc", per_page: 25 };
  const { data, isFetching } = useQuery({
    queryKey: keys.library.projects(connection, query),
    queryFn: ({ signal }) => host.call("library_projects", { connection, query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.short}>
      <ComboBox
        label={<Trans>Project</Trans>}
        entries={(data?.rows ?? []).map(({ project: id }) => ({ id, label: id }))}
        emptyText={isFetching ? t`Searching…` : t`No project found`}
        allowsCustomValue
        inputValue={value}
        onInputChange={onChange}
        onChange={(key) => key !== null && onChange(String(key))}
        isDisabled={isDisabled}
        {...(value === "" && { errorMessage: t`Required.` })}
      />
    </div>
  );
}
