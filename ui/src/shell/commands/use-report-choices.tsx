import { useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { useOpenAddress } from "../../components";
import { useCopiesOf } from "../../features/reports/use-copies";
import type { Connection } from "../../host/contract";
import { useKeysOf } from "../../shared/commands/context";
import { useReportCommand } from "../../shared/commands/report-command";
import { COMMANDS, type CommandName } from "../../shared/commands/table";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { COMMAND_ICONS } from "./icons";
import type { FoundReport } from "./use-found";
import type { Choice } from "./use-known-choices";
import { reportPlace } from "./use-things";

/** Makes the actions on a report: the commands of its panel. */
export function useReportChoices(connections: readonly Connection[], isAll: boolean) {
  const { t, i18n } = useLingui();
  const go = useGoTo();
  const openAddress = useOpenAddress();
  const copiesOf = useCopiesOf();
  const runThere = useReportCommand();
  const keysOf = useKeysOf();

  return (report: FoundReport): Choice[] => {
    const { row } = report;
    const { url } = row;
    const place = reportPlace(report, isAll);
    const connection = connections.find(({ id }) => id === report.connection);
    const copies = connection && copiesOf(connection);
    const there = (command: CommandName) => () =>
      runThere(place, { connection: report.connection, id: row.id }, command);
    const runs: [CommandName, (() => void) | null | undefined][] = [
      ["refresh_report", there("refresh_report")],
      ["open_page", url === null ? null : () => openAddress(url)],
      ["copy_address", row.address === "" ? null : copies && (() => copies.address(row))],
      ["copy_link", copies && (() => copies.link(row))],
      ["copy_app_link", copies && (() => copies.appLink(row))],
      ["copy_id", copies && (() => copies.id(row))],
      ["print", there("print")],
      ["change_privacy", there("change_privacy")],
      ["delete_report", there("delete_report")],
    ];
    const open: Choice = {
      id: "action open",
      label: t`View report`,
      mark: <FileText size={16} aria-hidden />,
      section: "actions",
      run: () => go(place),
    };
    const others = runs.flatMap(([name, run]): Choice[] => {
      if (!run) return [];
      const Icon = COMMAND_ICONS[name];
      const label = i18n._(COMMANDS[name].label);
      return [
        {
          id: `action ${name}`,
          label,
          mark: <Icon size={16} aria-hidden />,
          keys: keysOf(name),
          section: "actions",
          isDanger: name === "delete_report",
          run,
        },
      ];
    });
    return [open, ...others];
  };
}
