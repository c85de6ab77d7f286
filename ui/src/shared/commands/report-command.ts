import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import type { ReportRef } from "../../host/contract";
import { createStore } from "../data/store";
import { useCommands } from "./context";
import type { CommandName } from "./table";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Identifies the command to run at this entry of the history. */
    ask?: string | undefined;
  }
}

type Asked = { ask: string; report: ReportRef; command: CommandName };

const asked = createStore<Asked | null>(null);

/** Opens a report and runs one of its commands once the report is shown, unless the user stays or goes elsewhere before. */
export function useReportCommand(): (place: string, report: ReportRef, command: CommandName) => void {
  const router = useRouter();
  return (place, report, command) => {
    const ask = crypto.randomUUID();
    asked.set({ ask, report, command });
    const stop = router.subscribe("onBeforeNavigate", ({ toLocation }) => {
      if (toLocation.state.ask === ask) return;
      stop();
      if (asked.get()?.ask === ask) asked.set(null);
    });
    void router.navigate({ href: place, state: { ask }, replace: router.latestLocation.href === place });
  };
}

/** Runs the command that was asked for this report, after its commands are bound. */
export function useAskedCommand(connection: string, id: string): void {
  const commands = useCommands();
  const wanted = useSyncExternalStore(asked.subscribe, asked.get);
  const ask = useRouterState({ select: ({ location }) => location.state.ask });
  const isHere = wanted?.report.connection === connection && wanted.report.id === id && wanted.ask === ask;
  const command = isHere ? wanted.command : undefined;
  useEffect(() => {
    if (command === undefined) return;
    asked.set(null);
    commands.run(command);
  }, [commands, command]);
}
