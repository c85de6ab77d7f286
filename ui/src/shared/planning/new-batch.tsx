import { type ReactNode, useMemo, useState } from "react";
import type { Connection, SourceFile } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { newBatchPath } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";

export type GivenSource = { kind: "text"; text: string } | { kind: "file"; file: SourceFile } | { kind: "sitemap" };

/** Passes URLs to a new batch. */
export type NewBatchAsk = {
  given: GivenSource | null;
  /** Opens a new batch with these URLs; `null` if that isn't possible. */
  give: ((source: GivenSource) => void) | null;
  taken: () => void;
};

const [Provider, useValue] = createRequiredContext<NewBatchAsk>("NewBatch");

/** Provides the URLs given to a new batch. */
export function NewBatchProvider({ current, children }: { current: Connection | undefined; children: ReactNode }) {
  const go = useGoTo();
  const [given, setGiven] = useState<{ source: GivenSource; connection: string } | null>(null);
  const connection = current && (current.sample || current.key !== "missing") ? current.id : undefined;
  // They were meant for the previous connection.
  if (given && given.connection !== connection) setGiven(null);
  const value = useMemo<NewBatchAsk>(() => {
    const give = (id: string) => (source: GivenSource) => {
      setGiven({ source, connection: id });
      go(newBatchPath(id));
    };
    return {
      given: given?.source ?? null,
      give: connection === undefined ? null : give(connection),
      taken: () => setGiven(null),
    };
  }, [given, connection, go]);
  return <Provider value={value}>{children}</Provider>;
}

/** The URLs given to a new batch, and how to give some. */
export const useNewBatch = useValue;
