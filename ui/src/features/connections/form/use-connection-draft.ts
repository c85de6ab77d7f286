import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { Connection } from "../../../host/contract";
import { useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import {
  firstValues,
  isChangedFrom,
  type KeptValues,
  readKept,
  toKeep,
  useFormValues,
  withKept,
} from "./use-form-values";

/** The values of the form, kept as a draft until they are saved. */
export function useConnectionDraft(initial: Connection | undefined, isForKey: boolean) {
  const { t } = useLingui();
  const [found, keep, forget] = useDraft(`connection ${initial?.id ?? "new"}`, readKept);
  const [values, setValues] = useFormValues(() => withKept(firstValues(initial, isForKey), found));
  const [isRestored, setRestored] = useState(found !== undefined);
  const isSaved = useRef(false);

  const draft = JSON.stringify(toKeep(values));
  const isChanged = isChangedFrom(firstValues(initial, false), values);
  useEffect(() => {
    if (isSaved.current) return;
    const kept: KeptValues = JSON.parse(draft);
    if (isChanged) keep(kept);
    else forget();
  }, [draft, isChanged, keep, forget]);

  const hasKey = values.isEnteringKey && values.key.trim() !== "";
  const isEdited = initial !== undefined && isChanged;
  useUnsavedWarning(hasKey ? t`An API key you typed` : null);
  const changedName = initial?.name ?? "";
  useUnsavedWarning(isEdited ? t`Unsaved changes to “${changedName}”` : null);

  return {
    values,
    setValues,
    isRestored,
    /** A saved connection was changed. */
    isEdited,
    /** True if leaving would lose a key or changes. */
    isLost: () => !isSaved.current && (hasKey || isEdited),
    forget,
    noteSaved: () => {
      isSaved.current = true;
      forget();
    },
    startOver: () => {
      setValues(firstValues(initial, isForKey));
      setRestored(false);
    },
  };
}

export type ConnectionDraftState = ReturnType<typeof useConnectionDraft>;
