import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { Folder } from "lucide-react";
import { useState } from "react";
import { ComboBox, useIsFolded } from "../../components";
import { useHost } from "../../host";
import type { ProjectQuery } from "../../host/contract";
import { useConnections } from "../data/connection";
import { keys } from "../data/queries";
import styles from "./SavedProjectFilter.module.css";
import { LIBRARY_PAUSE_MS, useDebounced } from "./use-debounced";

export type SavedProjectFilterProps = {
  /** Limits the projects to this connection, if any. */
  connection: string | null;
  project: string | undefined;
  /** In a toolbar, where fields have no labels. */
  isBare?: boolean;
  onChange: (project: string | undefined) => void;
};

/** Filters by a saved project. */
export function SavedProjectFilter({ connection, project, isBare = false, onChange }: SavedProjectFilterProps) {
  const { t } = useLingui();
  const host = useHost();
  const connections = useConnections().filter(({ id }) => connection === null || id === connection);
  const isFolded = useIsFolded("words");
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDebounced(typed?.trim() ?? "", LIBRARY_PAUSE_MS);
  const query: ProjectQuery = { ...(search && { search }), sort_by: "project", sort: "asc", per_page: 25 };
  const answers = useQueries({
    queries: connections.map(({ id }) => ({
      queryKey: keys.library.projects(id, query),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        host.call("library_projects", { connection: id, query }, { signal }),
      staleTime: 0,
      placeholderData: keepPreviousData,
    })),
  });
  const found = new Set(answers.flatMap(({ data }) => data?.rows.map((row) => row.project) ?? []));
  if (project !== undefined) found.add(project);
  const choose = (chosen: string | undefined) => {
    setTyped(null);
    if (chosen !== project) onChange(chosen);
  };
  const field = (
    <ComboBox
      {...(isBare
        ? {
            "aria-label": t`Project`,
            isQuiet: true,
            icon: !isFolded && <Folder size={15} strokeWidth={1.75} aria-hidden />,
          }
        : { label: t`Project` })}
      placeholder={t`All projects`}
      entries={[...found].sort((one, other) => one.localeCompare(other)).map((id) => ({ id, label: id }))}
      emptyText={answers.some(({ isFetching }) => isFetching) ? t`Searching…` : t`No project found`}
      inputValue={typed ?? project ?? ""}
      onInputChange={setTyped}
      value={project ?? null}
      onChange={(key) => choose(key === null ? undefined : String(key))}
      onBlur={() => setTyped(null)}
      onClear={project === undefined ? undefined : () => choose(undefined)}
    />
  );
  return isBare ? <div className={styles.bare}>{field}</div> : field;
}
