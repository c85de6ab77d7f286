import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Connection, SourceFile } from "../../host/contract";
import { newBatchOf } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";

/** What the addresses of a new batch are to be taken from. */
export type GivenSource = { kind: "text"; text: string } | { kind: "file"; file: SourceFile };

/** How a new batch is given its addresses, anywhere in the window. */
export type NewBatchAsk = {
  /** What was given and is not taken yet, if anything. */
  given: GivenSource | null;
  /** Goes to a new batch of the present connection with these addresses; `null` while that can have none. */
  give: ((source: GivenSource) => void) | null;
  /** What was given is where it belongs, or is not wanted any more. */
  taken: () => void;
};

const NewBatchContext = createContext<NewBatchAsk | null>(null);

/** Lets a new batch with the present connection be given its addresses. */
export function NewBatchProvider({ current, children }: { current: Connection | undefined; children: ReactNode }) {
  const go = useGoTo();
  const [given, setGiven] = useState<{ source: GivenSource; connection: string } | null>(null);
  const connection = current && (current.sample || current.key !== "missing") ? current.id : undefined;
  // Whoever went to another connection does not want it any more.
  if (given && given.connection !== connection) setGiven(null);
  const value = useMemo<NewBatchAsk>(() => {
    const give = (id: string) => (source: GivenSource) => {
      setGiven({ source, connection: id });
      go(newBatchOf(id));
    };
    return {
      given: given?.source ?? null,
      give: connection === undefined ? null : give(connection),
      taken: () => setGiven(null),
    };
  }, [given, connection, go]);
  return <NewBatchContext value={value}>{children}</NewBatchContext>;
}

/** What a new batch was given, and how to give it something. */
export function useNewBatch(): NewBatchAsk {
  const context = useContext(NewBatchContext);
  if (!context) throw new Error("useNewBatch needs a NewBatchProvider above");
  return context;
}
