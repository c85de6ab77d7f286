import { useRouter } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import type { ReportRef } from "../../host/contract";
import { createStore } from "../data/store";
import { useCommands } from "./context";
import type { CommandName } from "./table";

type Asked = { report: ReportRef; command: CommandName };

const asked = createStore<Asked | null>(null);

/** Opens a report and runs one of its commands once the report is shown, unless the user goes elsewhere before. */
export function useReportCommand(): (place: string, report: ReportRef, command: CommandName) => Promise<void> {
  const router = useRouter();
  return async (place, report, command) => {
    await router.navigate({ href: place });
    asked.set({ report, command });
    const stop = router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (!pathChanged) return;
      stop();
      asked.set(null);
    });
  };
}

/** Runs the command that was asked for this report, after its commands are bound. */
export function useAskedCommand(connection: string, id: string): void {
  const commands = useCommands();
  const wanted = useSyncExternalStore(asked.subscribe, asked.get);
  const command = wanted?.report.connection === connection && wanted.report.id === id ? wanted.command : undefined;
  useEffect(() => {
    if (command === undefined) return;
    asked.set(null);
    commands.run(command);
  }, [commands, command]);
}
