import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Connection } from "../../host/contract";
import { reportsOf } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";

/** How a new report is asked for, anywhere in the window. */
export type NewReportAsk = {
  /** What is asked for now, if anything: a report on the page with this address, or on one that is yet to be typed. */
  asked: { address: string | null } | null;
  /** Asks for one; `null` while the present connection, if there is one, can have none. */
  ask: ((address?: string) => void) | null;
  /** It was made, or is not wanted any more. */
  done: () => void;
};

const NewReportContext = createContext<NewReportAsk | null>(null);

/** Lets a new report with the present connection be asked for, and leads to its reports, where that is answered. */
export function NewReportProvider(props: { current: Connection | undefined; place: string; children: ReactNode }) {
  const { current, place, children } = props;
  const go = useGoTo();
  const [asked, setAsked] = useState<{ address: string | null; connection: string } | null>(null);
  const connection = current && (current.sample || current.key !== "missing") ? current.id : undefined;
  const isThere = connection !== undefined && `${place.split("?")[0]}/`.startsWith(`${reportsOf(connection)}/`);
  // Whoever went to another connection does not want it any more.
  if (asked && asked.connection !== connection) setAsked(null);

  const value = useMemo<NewReportAsk>(() => {
    const ask = (address?: string) => {
      if (connection === undefined) return;
      setAsked({ address: address ?? null, connection });
      if (!isThere) go(reportsOf(connection));
    };
    return {
      asked,
      ask: connection === undefined ? null : ask,
      done: () => setAsked(null),
    };
  }, [asked, connection, isThere, go]);
  return <NewReportContext value={value}>{children}</NewReportContext>;
}

/** What new report is asked for, and how to ask for one. */
export function useNewReport(): NewReportAsk {
  const context = useContext(NewReportContext);
  if (!context) throw new Error("useNewReport needs a NewReportProvider above");
  return context;
}
