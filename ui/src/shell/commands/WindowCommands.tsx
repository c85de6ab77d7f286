import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { lazyNamed } from "../../components";
import type { Connection } from "../../host/contract";
import { useCommand } from "../../shared/commands/context";
import { usePreferences } from "../../shared/data/preferences";
import { useStart } from "../../shared/data/start";
import { nextZoom } from "../../shared/data/zoom";
import {
  ABOUT_PATH,
  batchesPath,
  changesPath,
  connectionTestPath,
  fixListPath,
  isOfAll,
  newBatchPath,
  overviewPath,
  projectsPath,
  publicReportsPath,
  reportsPath,
} from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewReport } from "../../shared/planning/new-report";
import { useRecents } from "./recents";
import { useHistoryMoves } from "./use-history-moves";
import { usePastedAddress } from "./use-pasted-address";

const Palette = lazyNamed(() => import("./Palette"), "Palette");
const ShortcutSheet = lazyNamed(() => import("./ShortcutSheet"), "ShortcutSheet");
const UpdateDialog = lazyNamed(() => import("../../shared/updates/UpdateDialog"), "UpdateDialog");
const DiagnosticsDialog = lazyNamed(() => import("../product/DiagnosticsDialog"), "DiagnosticsDialog");
const SystemMenu = lazyNamed(() => import("./SystemMenu"), "SystemMenu");

/** Commands available on every screen, and their overlays. */
export function WindowCommands({ current }: { current: Connection | undefined }) {
  const go = useGoTo();
  const { platform, update } = useStart();
  const [{ zoom, density }, save] = usePreferences();
  const { ask } = useNewReport();
  const { back, forward } = useHistoryMoves();
  usePastedAddress();
  const [open, setOpen] = useState<"palette" | "shortcuts" | "updates" | "diagnostics" | null>(null);
  const [recents, addRecent] = useRecents();
  const isAll = useRouterState({ select: ({ location }) => isOfAll(location.href) });
  const shown = isAll || !current ? null : current.id;

  useCommand("palette", () => setOpen("palette"));
  useCommand("shortcuts", () => setOpen("shortcuts"));
  useCommand("about", () => go(ABOUT_PATH));
  useCommand("diagnostics", () => setOpen("diagnostics"));
  useCommand(
    "look_for_updates",
    update.way !== "forbidden" && update.way !== "unsigned" ? () => setOpen("updates") : null,
  );
  useCommand("new_report", ask && (() => ask()));
  useCommand("new_batch", current ? () => go(newBatchPath(current.id)) : null);
  useCommand("sweep", current ? () => go(publicReportsPath(current.id)) : null);
  useCommand("new_connection", () => go("/connections/new"));
  useCommand("check_connection", current ? () => go(connectionTestPath(current.id)) : null);
  useCommand("settings", () => go("/settings"));
  useCommand("go_overview", current ? () => go(overviewPath(shown)) : null);
  useCommand("go_reports", current ? () => go(reportsPath(shown)) : null);
  useCommand("go_changes", current ? () => go(changesPath(current.id)) : null);
  useCommand("go_fix_list", current ? () => go(fixListPath(shown)) : null);
  useCommand("go_projects", current ? () => go(projectsPath(current.id)) : null);
  useCommand("go_all_reports", current ? () => go(reportsPath(null)) : null);
  useCommand("go_connections", () => go("/connections"));
  useCommand("go_batches", current ? () => go(batchesPath(current.id)) : null);
  useCommand("back", back);
  useCommand("forward", forward);

  const [larger, smaller] = [nextZoom(zoom, "larger"), nextZoom(zoom, "smaller")];
  useCommand("zoom_in", larger === null ? null : () => save({ zoom: larger }));
  useCommand("zoom_out", smaller === null ? null : () => save({ zoom: smaller }));
  useCommand("zoom_reset", zoom === 100 ? null : () => save({ zoom: 100 }));
  useCommand("theme_light", () => save({ theme: "light" }));
  useCommand("theme_dark", () => save({ theme: "dark" }));
  useCommand("theme_system", () => save({ theme: "system" }));
  useCommand("density_toggle", () => save({ density: density === "compact" ? "comfortable" : "compact" }));

  const close = () => setOpen(null);
  return (
    <>
      {open === "palette" && (
        <Palette
          current={current}
          recents={recents}
          onChoose={(run, id) => {
            if (id !== null) addRecent(recents.find((recent) => recent.id === id) ?? { kind: "choice", id });
            close();
            // The focus must return from the palette first.
            requestAnimationFrame(() => requestAnimationFrame(run));
          }}
          onClose={close}
        />
      )}
      {open === "shortcuts" && <ShortcutSheet onClose={close} />}
      {open === "updates" && <UpdateDialog looks onClose={close} />}
      {open === "diagnostics" && <DiagnosticsDialog onClose={close} />}
      {platform === "macos" && <SystemMenu />}
    </>
  );
}
