; What the uninstaller does more than Tauri's.

; Its box "Delete the application data" stands for all that Assay keeps. The keys in the Credential Manager are reached
; only by the program itself, so that it goes last. Updates and silent runs show no box and keep everything.
!macro NSIS_HOOK_PREUNINSTALL
  ${If} $DeleteAppDataCheckboxState = 1
  ${AndIf} $UpdateMode <> 1
    ; What runs holds the library open.
    !insertmacro CheckIfAppIsRunning "$INSTDIR\${MAINBINARYNAME}.exe" "${PRODUCTNAME}"
    ClearErrors
    ExecWait '"$INSTDIR\${MAINBINARYNAME}.exe" --remove-data --yes' $0
    ${If} ${Errors}
    ${OrIf} $0 <> 0
      DetailPrint "${PRODUCTNAME} could not remove everything that it kept. Look for it in the Credential Manager."
    ${EndIf}
  ${EndIf}
!macroend
