; Additions to Tauri's uninstaller.

; Its checkbox "Delete the application data" covers all Assay data. Only the program itself can reach the keys in the
; Credential Manager, so it is deleted last. Updates and silent runs show no checkbox and keep everything.
!macro NSIS_HOOK_PREUNINSTALL
  ${If} $DeleteAppDataCheckboxState = 1
  ${AndIf} $UpdateMode <> 1
    ; A running app keeps the library open.
    !insertmacro CheckIfAppIsRunning "$INSTDIR\${MAINBINARYNAME}.exe" "${PRODUCTNAME}"
    ClearErrors
    ExecWait '"$INSTDIR\${MAINBINARYNAME}.exe" --remove-data --yes' $0
    ${If} ${Errors}
    ${OrIf} $0 <> 0
      DetailPrint "${PRODUCTNAME} couldn't delete all of its data. Delete what is left in the Credential Manager."
    ${EndIf}
  ${EndIf}
!macroend
