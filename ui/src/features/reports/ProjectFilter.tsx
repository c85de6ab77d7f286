import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../app/queries";
import { useDebounced } from "../../app/use-debounced";
import { ComboBox } from "../../components";
import { useHost } from "../../host";
import type { ProjectQuery } from "../../host/contract";

export type ProjectFilterProps = {
  connection: string;
  project: string | undefined;
  onChange: (project: string | undefined) => void;
};

/** Restricts the list to one project: one that the service suggests, or any name that is typed. */
export function ProjectFilter({ connection, project, onChange }: ProjectFilterProps) {
  const { t } = useLingui();
  const host = useHost();
  const [typed, setTyped] = useState<string | null>(null);
  const [isUsed, setUsed] = useState(false);
  const search = useDebounced(typed?.trim() ?? "", 250);
  const query: ProjectQuery = { ...(search && { search }), per_page: 25 };
  const { data, error, isFetching } = useQuery({
    queryKey: keys.projects(connection, query),
    queryFn: () => host.call("projects_list", { connection, query }),
    placeholderData: keepPreviousData,
    enabled: isUsed,
  });
  const choose = (chosen: string) => {
    setTyped(null);
    const wanted = chosen.trim() || undefined;
    if (wanted !== project) onChange(wanted);
  };
  const text = typed ?? project ?? "";
  return (
    <ComboBox
      aria-label={t`Project`}
      placeholder={t`All projects`}
      entries={(data?.rows ?? []).map(({ project: id }) => ({ id, label: id }))}
      emptyText={error ? t`Projects could not be read` : isFetching ? t`Looking…` : t`No project found`}
      allowsCustomValue
      inputValue={text}
      onInputChange={setTyped}
      value={project ?? null}
      // No key: what was typed stands for itself.
      onChange={(key) => choose(key === null ? text : String(key))}
      onFocus={() => setUsed(true)}
      onClear={project === undefined ? undefined : () => choose("")}
    />
  );
}
