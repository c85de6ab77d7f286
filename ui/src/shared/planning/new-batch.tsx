import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { BatchRequest, Connection, InvalidLine, SourceFile, SourceReading } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { newBatchPath } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";
import type { PasswordChoice } from "./rules/password-choice";

export type GivenSource = { kind: "text"; text: string } | { kind: "file"; file: SourceFile } | { kind: "sitemap" };

/** The values of the form for a new batch, without passwords. */
export type NewBatchValues = {
  kind: GivenSource["kind"];
  text: string;
  file: SourceFile | null;
  /** The sitemap's URL as typed. */
  address: string;
  /** How to parse the text or file. */
  reading: SourceReading;
  wish: Extract<BatchRequest, { kind: "create" }>;
};

/** The form that a batch was planned from. Only in memory, since lists may hold passwords. */
export type PlannedForm = {
  batch: number;
  values: NewBatchValues;
  passwords: PasswordChoice;
  /** The source's invalid lines with their texts, which aren't saved. */
  badLines: readonly InvalidLine[];
};

/** Passes URLs to a new batch, and the last one's back to its form. */
export type NewBatchAsk = {
  given: GivenSource | null;
  /** Opens a new batch with these URLs, or gives them to the open form; `null` if that isn't possible. */
  give: ((source: GivenSource) => void) | null;
  taken: () => void;
  /** The form of the last plan. */
  planned: PlannedForm | null;
  keepPlanned: (form: PlannedForm) => void;
};

const [Provider, useValue] = createRequiredContext<NewBatchAsk>("NewBatch");

/** Provides the URLs given to a new batch. */
export function NewBatchProvider({ current, children }: { current: Connection | undefined; children: ReactNode }) {
  const go = useGoTo();
  const router = useRouter();
  const [given, setGiven] = useState<{ source: GivenSource; connection: string } | null>(null);
  const [planned, keepPlanned] = useState<PlannedForm | null>(null);
  const connection = current && (current.sample || current.key !== "missing") ? current.id : undefined;
  // They were meant for the previous connection.
  if (given && given.connection !== connection) setGiven(null);
  const value = useMemo<NewBatchAsk>(() => {
    const give = (id: string) => (source: GivenSource) => {
      setGiven({ source, connection: id });
      if (router.latestLocation.pathname !== newBatchPath(id)) go(newBatchPath(id));
    };
    return {
      given: given?.source ?? null,
      give: connection === undefined ? null : give(connection),
      taken: () => setGiven(null),
      planned,
      keepPlanned,
    };
  }, [given, planned, connection, go, router]);
  return <Provider value={value}>{children}</Provider>;
}

/** The URLs given to a new batch, how to give some, and what the last one was planned from. */
export const useNewBatch = useValue;
