// A part of npm run check: what goes into the installers as it is.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { main, must } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";

const file = (/** @type {string} */ name) => join(root, "src-tauri", "bundle", name);

main(async () => {
  if (!hasJourneys()) return console.log("Not run here: its tools are those of Debian and Ubuntu.");
  await ensureSystem("installers");
  await must("desktop-file-validate", [file("assay.desktop")]);
  await must("appstreamcli", ["validate", "--no-net", file("app.assay.desktop.metainfo.xml")]);
  await must("sh", ["-n", file("before-removal.sh")]);
  const folder = mkdtempSync(join(tmpdir(), "assay-nsis-"));
  try {
    const script = join(folder, "uninstaller.nsi");
    writeFileSync(script, uninstaller);
    await must("makensis", ["-WX", "-V2", `-XOutFile ${join(folder, "installer.exe")}`, script]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** As much of Tauri's script as the hook stands on: its includes, variables and the macro that it calls. */
const uninstaller = `Unicode true
!include LogicLib.nsh
!define PRODUCTNAME "Assay"
!define MAINBINARYNAME "assay"
!macro CheckIfAppIsRunning executable product
  DetailPrint "\${executable} \${product}"
!macroend
!include "${file("windows.nsh")}"
Var UpdateMode
Var DeleteAppDataCheckboxState
Name "Assay"
InstallDir "$TEMP"
Section
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section Uninstall
  !insertmacro NSIS_HOOK_PREUNINSTALL
  StrCpy $UpdateMode 1
  StrCpy $DeleteAppDataCheckboxState 0
SectionEnd
`;
