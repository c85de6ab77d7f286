import { type ReactNode, useMemo, useState } from "react";
import type { Connection } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { reportsPath } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";

export type NewReportAsk = {
  /** The requested report: its URL, or `null` to ask for one. */
  asked: { address: string | null } | null;
  /** Asks for a new report; `null` if the connection can't create one. */
  ask: ((address?: string) => void) | null;
  /** Created or canceled. */
  done: () => void;
};

const [Provider, useValue] = createRequiredContext<NewReportAsk>("NewReport");

/** Opens the report list, which shows the dialog for a new report. */
export function NewReportProvider(props: { current: Connection | undefined; place: string; children: ReactNode }) {
  const { current, place, children } = props;
  const go = useGoTo();
  const [asked, setAsked] = useState<{ address: string | null; connection: string } | null>(null);
  const connection = current && (current.sample || current.key !== "missing") ? current.id : undefined;
  const isThere = connection !== undefined && `${place.split("?")[0]}/`.startsWith(`${reportsPath(connection)}/`);
  if (asked && asked.connection !== connection) setAsked(null);

  const value = useMemo<NewReportAsk>(() => {
    const ask = (address?: string) => {
      if (connection === undefined) return;
      setAsked({ address: address ?? null, connection });
      if (!isThere) go(reportsPath(connection));
    };
    return {
      asked,
      ask: connection === undefined ? null : ask,
      done: () => setAsked(null),
    };
  }, [asked, connection, isThere, go]);
  return <Provider value={value}>{children}</Provider>;
}

/** The requested new report, and how to request one. */
export const useNewReport = useValue;
