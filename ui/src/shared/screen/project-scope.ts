import { createContext, type ReactNode, useContext } from "react";

/** A project whose screen shows the lists of its reports alone. */
export type ProjectScope = {
  project: string;
  /** Stands in place of a title. */
  head: ReactNode;
};

const Scope = createContext<ProjectScope | null>(null);

export const ProjectScopeProvider = Scope.Provider;

/** The project to which a list is limited; `null` elsewhere. */
export const useProjectScope = () => useContext(Scope);
