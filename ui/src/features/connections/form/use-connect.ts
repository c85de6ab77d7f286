import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type {
  Connection,
  ConnectionCheck,
  ConnectionDraft,
  FieldProblem,
  KeyPlace,
  ServiceChoice,
} from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { summarizeTest } from "../connection-test/test-summary";
import { useConnectionCheck } from "./use-connection-check";
import type { ConnectionDraftState } from "./use-connection-draft";
import { toDraft, wrongSeconds } from "./use-form-values";
import { useTestedSave } from "./use-tested-save";

type Options = {
  initial: Connection | undefined;
  draft: ConnectionDraftState;
  /** Shows invalid fields, or none. */
  setWrong: (found: FieldProblem[]) => void;
  onSaved: (connection: Connection, check: ConnectionCheck | null) => void;
};

/** Tests and saves the form; new connections are tested first. */
export function useConnect({ initial, draft, setWrong, onSaved }: Options) {
  const queries = useQueryClient();
  const checking = useConnectionCheck();
  const { saving, passed, isSaved } = useTestedSave(onSaved, draft.noteSaved);
  /** The last answer about the service at a new URL. */
  const answered = useRef<ServiceChoice>(null);
  const { values } = draft;
  const isUnsaved = initial === undefined || draft.isLost();
  const isSaving = isSaved || saving.isPending || (checking.state?.purpose === "save" && checking.state.isPending);

  /** The draft to send; `null` if it is invalid. */
  function sendable(key_place?: KeyPlace, service?: ServiceChoice | null) {
    const found = wrongSeconds(values.network);
    setWrong(found);
    return found.length === 0 ? toDraft(initial?.id ?? null, values, key_place, service) : null;
  }

  async function test() {
    const sent = sendable();
    const check = sent && (await checking.run(sent, "test"));
    if (!check) return;
    setWrong(check.steps.flatMap(({ problem }) => problem?.fields ?? []));
    if (!isUnsaved) queries.setQueryData(keys.check(initial.id), check);
  }

  function save(key_place: KeyPlace = "keychain", service: ServiceChoice | null = null) {
    const sent = saving.isPending ? null : sendable(key_place, service);
    if (!sent) return;
    checking.stop();
    answered.current = service;
    keep(sent);
  }

  function keep(sent: ConnectionDraft) {
    saving.save(sent, ({ fields }) => setWrong(fields));
  }

  async function testAndSave() {
    const sent = isSaving ? null : sendable();
    if (!sent) return;
    passed.current = null;
    // Without a URL, saving fails anyway.
    const isEmpty = sent.base_url.trim() === "";
    const check = isEmpty ? null : await checking.run(sent, "save");
    const failed = check && summarizeTest(check).failed;
    // If the test sent nothing, saving reports all invalid fields at once.
    if (isEmpty || failed?.step === "settings") save();
    else if (check && !failed) {
      passed.current = check;
      answered.current = null;
      keep(sent);
    }
  }

  return {
    /** The tested settings aren't those of a saved connection. */
    isUnsaved,
    /** Also while the next screen loads. */
    isSaving,
    isSaved,
    isKeeping: saving.isPending,
    /** Why saving failed. */
    problem: saving.problem,
    checkState: checking.state,
    test: () => void test(),
    /** Repeats the test that couldn’t run. */
    retryTest: () => void (initial ? test() : testAndSave()),
    save,
    retrySave: (key_place: KeyPlace = "keychain") => save(key_place, answered.current),
    submit: () => {
      if (initial) save();
      else void testAndSave();
    },
    /** Clears results of earlier values. */
    clear: () => {
      checking.stop();
      passed.current = null;
      if (!saving.isPending) saving.reset();
    },
  };
}

export type Connect = ReturnType<typeof useConnect>;
