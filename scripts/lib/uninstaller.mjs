import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { must, Stop } from "./run.mjs";

/**
 * How the uninstaller runs.
 * @typedef {{ isTicked: boolean, isUpdate: boolean }} Way `isTicked`: its box for the app's data; `isUpdate`: a newer
 *   version replaces this one
 */

/**
 * The parts of Tauri's script that our hooks rely on; the whole script needs a plugin that is downloaded.
 * @param {Way} way
 */
const script = ({ isTicked, isUpdate }) => `Unicode true
RequestExecutionLevel user
SilentInstall silent
SilentUnInstall silent
!include LogicLib.nsh
!define PRODUCTNAME "Assay"
!define MAINBINARYNAME "assay"
!macro CheckIfAppIsRunning executable product
  DetailPrint "\${executable} \${product}"
!macroend
!include "${join(root, "src-tauri", "bundle", "windows.nsh")}"
Var UpdateMode
Var DeleteAppDataCheckboxState
Name "Assay"
OutFile "installer.exe"
InstallDir "$EXEDIR"
Section
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section Uninstall
  StrCpy $DeleteAppDataCheckboxState "${isTicked ? 1 : ""}"
  StrCpy $UpdateMode "${isUpdate ? 1 : ""}"
  !insertmacro NSIS_HOOK_PREUNINSTALL
SectionEnd
`;

/** A program that records its command line. */
const app = `Unicode true
RequestExecutionLevel user
SilentInstall silent
Name "Assay"
OutFile "assay.exe"
Section
  FileOpen $0 "$EXEDIR\\called.txt" w
  FileWrite $0 $CMDLINE
  FileClose $0
SectionEnd
`;

/**
 * Compiles a script.
 * @param {string} folder
 * @param {string} text
 */
async function compile(folder, text) {
  const file = join(folder, "script.nsi");
  writeFileSync(file, text);
  await must("makensis", ["-WX", "-V2", "-XTarget amd64-unicode", file]);
}

/** Stops if our Windows uninstaller hooks don't compile. */
export async function compileUninstaller() {
  const folder = mkdtempSync(join(tmpdir(), "assay-uninstaller-"));
  try {
    await compile(folder, script({ isTicked: true, isUpdate: false }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The command that our Windows uninstaller hooks run.
 * @param {Way} way
 * @param {NodeJS.ProcessEnv} env of Wine
 * @returns {Promise<string | undefined>} the app's command line, if it was called
 */
export async function callOfUninstaller(way, env) {
  const folder = mkdtempSync(join(tmpdir(), "assay-uninstaller-"));
  try {
    await compile(folder, app);
    await compile(folder, script(way));
    await must("wine", [join(folder, "installer.exe"), "/S"], { env });
    if (!existsSync(join(folder, "uninstall.exe"))) throw new Stop("The installer made no uninstaller.");
    // `_?` keeps it from copying itself, so that this waits.
    await must("wine", [join(folder, "uninstall.exe"), "/S", `_?=Z:${folder.replaceAll("/", "\\")}`], { env });
    const called = join(folder, "called.txt");
    return existsSync(called) ? readFileSync(called, "utf8") : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
