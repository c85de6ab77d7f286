import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Folder } from "lucide-react";
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

/** Filters by project: a suggestion of the service, or any name. */
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
    // Only a change from elsewhere replaces newer typing.
    if (project !== chosenHere.current || typed?.trim() === (project ?? "")) setTyped(null);
  }
  const choose = (chosen: string) => {
    const wanted = chosen.trim() || undefined;
    chosenHere.current = wanted;
    setTyped(wanted === project ? null : chosen.trim());
    if (wanted !== project) onChange(wanted);
  };
  const text = typed ?? project ?? "";
  // Closing the list commits the text, unless Escape closed it.
  const isGivenUp = useRef(false);
  return (
    <div
      onKeyDownCapture={(event) => {
        isGivenUp.current = event.key === "Escape";
      }}
    >
      <ComboBox
        aria-label={t`Project`}
        isQuiet
        icon={<Folder size={15} strokeWidth={1.75} aria-hidden />}
        placeholder={t`All projects`}
        entries={(suggested ?? []).map(({ project: id }) => ({ id, label: id }))}
        emptyText={error && !known ? t`Couldn’t load projects` : isFetching ? t`Searching…` : t`No project found`}
        allowsCustomValue
        inputValue={text}
        // An empty field means all projects.
        onInputChange={(input) => (input === "" ? choose("") : setTyped(input))}
        // Matches no entry, but differs from typed text, whose key is null.
        value={project ?? ""}
        onChange={(key) => choose(key !== null ? String(key) : isGivenUp.current ? (project ?? "") : text)}
        onFocus={() => setUsed(true)}
        onClear={project === undefined ? undefined : () => choose("")}
      />
    </div>
  );
}
