import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ComboBox } from "../../../components";
import { useHost } from "../../../host";
import type { ProjectQuery } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { useDebounced } from "../../../shared/lists/use-debounced";

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
    queryFn: ({ signal }) => host.call("projects_list", { connection, query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isUsed,
  });
  const { data: known } = useQuery({
    queryKey: keys.library.projects(connection, query),
    queryFn: () => host.call("library_projects", { connection, query }),
    enabled: isUsed && error !== null,
  });
  const suggested = error ? known?.rows : data?.rows;
  const [seen, setSeen] = useState(project);
  const chosenHere = useRef(project);
  if (project !== seen) {
    setSeen(project);
    // What was typed since it was chosen stays; what comes from elsewhere replaces it.
    if (project !== chosenHere.current || typed?.trim() === (project ?? "")) setTyped(null);
  }
  const choose = (chosen: string) => {
    const wanted = chosen.trim() || undefined;
    chosenHere.current = wanted;
    setTyped(wanted === project ? null : chosen.trim());
    if (wanted !== project) onChange(wanted);
  };
  const text = typed ?? project ?? "";
  // Closing the list takes what was typed; Escape, which closes it as well, is to give it up.
  const isGivenUp = useRef(false);
  return (
    <div
      onKeyDownCapture={(event) => {
        isGivenUp.current = event.key === "Escape";
      }}
    >
      <ComboBox
        aria-label={t`Project`}
        placeholder={t`All projects`}
        entries={(suggested ?? []).map(({ project: id }) => ({ id, label: id }))}
        emptyText={error && !known ? t`Projects could not be read` : isFetching ? t`Looking…` : t`No project found`}
        allowsCustomValue
        inputValue={text}
        // An empty field means all projects.
        onInputChange={(input) => (input === "" ? choose("") : setTyped(input))}
        // No key of any entry, but something that typed text, which has no key, differs from.
        value={project ?? ""}
        onChange={(key) => choose(key !== null ? String(key) : isGivenUp.current ? (project ?? "") : text)}
        onFocus={() => setUsed(true)}
        onClear={project === undefined ? undefined : () => choose("")}
      />
    </div>
  );
}
