import { lazy, Suspense, useState } from "react";
import type { Connection } from "../../host/contract";
import { withCatalog } from "../../i18n";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewReport } from "../../shared/planning/new-report";
import {
  ABOUT,
  batchesPath,
  changesPath,
  checkOf,
  fixListPath,
  libraryOf,
  newBatchOf,
  overviewOf,
  projectsOf,
  reportsOf,
  sweepOf,
} from "../../shared/navigation/routes";
import { useCommand } from "../../shared/commands/context";
import { usePreferences } from "../../shared/data/preferences";
import { useStart } from "../../shared/data/start";
import { nextZoom } from "../../shared/data/zoom";
import { useHistoryMoves } from "./use-history-moves";
import { usePastedAddress } from "./use-pasted-address";

const Palette = lazy(() => import("./Palette").then(({ Palette: component }) => ({ default: component })));
const ShortcutSheet = lazy(() =>
  import("./ShortcutSheet").then(({ ShortcutSheet: component }) => ({ default: component })),
);
const UpdateDialog = lazy(() =>
  withCatalog(import("../../shared/updates/UpdateDialog")).then(({ UpdateDialog: component }) => ({ default: component })),
);
const DiagnosticsDialog = lazy(() =>
  withCatalog(import("../product/DiagnosticsDialog")).then(({ DiagnosticsDialog: component }) => ({
    default: component,
  })),
);
const SystemMenu = lazy(() => import("./SystemMenu").then(({ SystemMenu: component }) => ({ default: component })));

const RECENT = 5;

/** Commands available on every screen, and their overlays. */
export function WindowCommands({ current }: { current: Connection | undefined }) {
  const go = useGoTo();
  const { platform, update } = useStart();
  const [{ zoom, density }, save] = usePreferences();
  const { ask } = useNewReport();
  const { back, forward } = useHistoryMoves();
  usePastedAddress();
  const [open, setOpen] = useState<"palette" | "shortcuts" | "updates" | "diagnostics" | null>(null);
  const [recent, setRecent] = useState<readonly string[]>([]);

  useCommand("palette", () => setOpen("palette"));
  useCommand("shortcuts", () => setOpen("shortcuts"));
  useCommand("about", () => go(ABOUT));
  useCommand("diagnostics", () => setOpen("diagnostics"));
  useCommand("look_for_updates", update.way === "own" || update.way === "package" ? () => setOpen("updates") : null);
  useCommand("new_report", ask && (() => ask()));
  useCommand("new_batch", current ? () => go(newBatchOf(current.id)) : null);
  useCommand("sweep", current ? () => go(sweepOf(current.id)) : null);
  useCommand("new_connection", () => go("/connections/new"));
  useCommand("check_connection", current ? () => go(checkOf(current.id)) : null);
  useCommand("settings", () => go("/settings"));
  useCommand("go_overview", current ? () => go(overviewOf(current.id)) : null);
  useCommand("go_reports", current ? () => go(reportsOf(current.id)) : null);
  useCommand("go_changes", current ? () => go(changesPath(current.id)) : null);
  useCommand("go_fix_list", current ? () => go(fixListPath(current.id)) : null);
  useCommand("go_projects", current ? () => go(projectsOf(current.id)) : null);
  useCommand("go_library", current ? () => go(libraryOf({})) : null);
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
    <Suspense>
      {open === "palette" && (
        <Palette
          current={current}
          recent={recent}
          onChoose={(run, id) => {
            if (id !== null) setRecent((before) => [id, ...before.filter((other) => other !== id)].slice(0, RECENT));
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
    </Suspense>
  );
}
