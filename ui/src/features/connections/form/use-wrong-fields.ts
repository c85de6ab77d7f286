import { useEffect, useRef, useState } from "react";
import { makeProblem } from "../../../host";
import type { FieldProblem } from "../../../host/contract";
import { useFieldTexts } from "../../../shared/problems";
import type { ConnectionDraftState } from "./use-connection-draft";

/** Invalid fields of the form, revealed and focused when they are found. */
export function useWrongFields({ values, setValues }: ConnectionDraftState) {
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<FieldProblem[]>([]);
  const [timesFound, setTimesFound] = useState(0);
  const [wasInsecure, setWasInsecure] = useState(values.isInsecureAllowed);
  const errorOf = useFieldTexts(makeProblem("invalid_input", { fields: wrong }));

  // Focuses the first invalid field for new errors, but not while it is being corrected.
  useEffect(() => {
    if (timesFound > 0) form.current?.querySelector<HTMLElement>("input[aria-invalid=true]")?.focus();
  }, [timesFound]);

  return {
    form,
    errorOf,
    /** A key would have been sent unencrypted. */
    wasInsecure,
    show: (found: FieldProblem[]) => {
      // An empty name is taken from the URL, whose error is enough.
      setWrong(found.filter(({ field }) => field !== "name" || values.name.trim() !== ""));
      setTimesFound((times) => times + 1);
      if (found.some(({ reason }) => reason.kind === "insecure" || reason.kind === "insecure_proxy")) {
        setWasInsecure(true);
      }
      if (found.some(({ field }) => field === "key")) setValues({ isEnteringKey: true });
    },
    clear: (field: string) => setWrong((earlier) => earlier.filter((other) => other.field !== field)),
  };
}

export type WrongFields = ReturnType<typeof useWrongFields>;
