import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { BatchSource, PlanBatch, Problem } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { batchPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import {
  type GivenSource,
  type NewBatchValues,
  type PlannedForm,
  useNewBatch,
} from "../../../shared/planning/new-batch";
import { DEFAULT_PASSWORDS, sentPasswords } from "../../../shared/planning/rules";
import { useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { DEFAULT_WISH, isSendable } from "../rules";
import { usePreview } from "./use-preview";
import { AUTO_DETECT, EMPTY_VALUES, isKeepable, kept, readNewBatch, sourceOf } from "./values";

/** The state of the form for a new batch. */
export function useNewBatchForm(connection: string) {
  const { given } = useNewBatch();
  const { isEdit, edited } = useEdited();
  const [restored, keep, forget] = useDraft(`new_batch ${connection}${isEdit ? " plan" : ""}`, readNewBatch);
  const [values, setValues] = useState({
    ...EMPTY_VALUES,
    ...(edited?.values ?? restored),
    // Privacy chosen for other pages doesn't apply to these.
    ...(given && { wish: DEFAULT_WISH }),
  });
  const [isRestored, setRestored] = useState(restored !== undefined && !edited);
  // Values entered here, without restored ones.
  const [fresh, setFresh] = useState(EMPTY_VALUES);
  const [passwords, setPasswords] = useState(edited?.passwords ?? DEFAULT_PASSWORDS);
  const planning = usePlanning(forget, edited?.batch);
  const { isPlanning, isPlanned } = planning;

  const { text, wish } = values;
  const { source, found, readSitemap, forgetSitemap } = useSource(values, edited?.values.kind === "sitemap");
  const { preview } = found;
  const needsPasswords =
    wish.privacy === "password" || (preview !== null && (preview.privacy !== null || preview.password !== null));
  const password = needsPasswords ? sentPasswords(passwords) : null;
  const canPlan =
    source !== null &&
    !found.isReading &&
    (preview?.pages ?? 0) > 0 &&
    isSendable(wish) &&
    (!needsPasswords || password !== null);

  useEffect(() => {
    if (isPlanned.current) return;
    const draft = kept(values);
    if (draft) keep(draft);
    else forget();
  }, [values, keep, forget, isPlanned]);

  const unkept = useUnkept(text, needsPasswords && passwords.kind === "one" ? passwords.password : "");

  function change(changed: Partial<NewBatchValues>) {
    setValues((before) => ({ ...before, ...changed }));
    if (changed.address !== undefined) forgetSitemap();
    planning.clear();
  }

  function isChanged() {
    const before = [{ ...EMPTY_VALUES, ...edited?.values }, edited?.passwords ?? DEFAULT_PASSWORDS];
    return JSON.stringify([values, passwords]) !== JSON.stringify(before);
  }

  useGiven((source) => {
    change(added(source, text));
    setFresh({ ...fresh, ...added(source, fresh.text) });
  });

  function plan() {
    if (!canPlan || source === null || isPlanning) return;
    void planning.plan(
      { connection, source, wish, password, keep_passwords: needsPasswords && passwords.isKept },
      { values, passwords, badLines: preview?.bad_lines ?? [] },
    );
  }

  return {
    values,
    change,
    changeText: (changed: string) => {
      // The columns were chosen for another table.
      const isOther = changed.split("\n", 1)[0] !== text.split("\n", 1)[0];
      change({ text: changed, ...(isOther && { reading: AUTO_DETECT }) });
    },
    readSitemap,
    found,
    needsPasswords,
    passwords,
    setPasswords,
    canPlan,
    isPlanning,
    plan,
    stop: planning.stop,
    problem: planning.problem,
    isRestored,
    startOver: () => {
      setValues(fresh);
      setPasswords(DEFAULT_PASSWORDS);
      forgetSitemap();
      planning.clear();
      setRestored(false);
    },
    /** Not part of the draft. */
    unkept,
    /** A plan is edited: leaving keeps nothing of the changes. */
    isEdit,
    forget,
    /** True if leaving would lose something. */
    isLost: () => !isPlanned.current && (isEdit ? isChanged() : unkept !== null),
  };
}

export type NewBatchForm = ReturnType<typeof useNewBatchForm>;

/** The form of the plan that is edited, if the user came back from it. */
function useEdited(): { isEdit: boolean; edited: PlannedForm | null } {
  const { plan } = useSearch({ from: "/c/$connection/batches/new" });
  const { planned } = useNewBatch();
  const [edit] = useState({ isEdit: plan !== undefined, edited: planned?.batch === plan ? planned : null });
  return edit;
}

/** Warns of what no draft keeps. */
function useUnkept(text: string, password: string): "list" | "password" | null {
  const { t } = useLingui();
  const hasText = text.trim() !== "" && !isKeepable(text);
  useUnsavedWarning(hasText ? t`A list of URLs you pasted` : null);
  useUnsavedWarning(password === "" ? null : t`A password you typed for a batch`);
  if (hasText) return "list";
  return password === "" ? null : "password";
}

/** Takes URLs that other screens give. */
function useGiven(take: (source: GivenSource) => void) {
  const { given, taken } = useNewBatch();
  const takeGiven = useEffectEvent((source: GivenSource) => {
    taken();
    take(source);
  });
  useEffect(() => {
    if (given !== null) takeGiven(given);
  }, [given]);
}

/** The source as typed; a sitemap once it was asked for, until another URL is typed. */
function useSource({ kind, text, file, address, reading }: NewBatchValues, wasAsked: boolean) {
  const [asked, setAsked] = useState<string | null>(wasAsked ? address : null);
  const source = useMemo<BatchSource | null>(() => {
    if (kind === "sitemap") return asked === null ? null : { kind, address: asked };
    return sourceOf({ kind, text, file, reading });
  }, [kind, text, file, reading, asked]);
  const found = usePreview(source);
  return {
    source,
    found,
    readSitemap: () => {
      if (address.trim() === "") return;
      if (asked === address) found.reload();
      else setAsked(address);
    },
    forgetSitemap: () => setAsked(null),
  };
}

/** Plans a batch, in place of the edited plan, and opens it; leaving the form stops it. */
function usePlanning(forgetDraft: () => void, edited: number | undefined) {
  const host = useHost();
  const queries = useQueryClient();
  const { keepPlanned } = useNewBatch();
  const go = useGoTo();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPlanning, setPlanning] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  const isPlanned = useRef(false);
  useEffect(() => () => stopper.current?.abort(), []);

  async function plan(request: PlanBatch, form: Omit<PlannedForm, "batch">) {
    stopper.current = new AbortController();
    setPlanning(true);
    setProblem(null);
    try {
      const batch = await host.call("batch_plan", request, { signal: stopper.current.signal });
      isPlanned.current = true;
      forgetDraft();
      keepPlanned({ batch: batch.number, ...form });
      if (edited !== undefined) void removePlan(edited);
      go(batchPath(request.connection, batch.number), { replace: true });
    } catch (thrown) {
      const trouble = problemOf(thrown);
      if (trouble.code !== "canceled") setProblem(trouble);
      setPlanning(false);
    }
  }

  /** Unless it was started meanwhile. */
  async function removePlan(batch: number) {
    try {
      const { state } = await host.call("batch_read", { batch });
      if (state === "planned") await host.call("batch_remove", { batch });
      await queries.invalidateQueries({ queryKey: keys.batches.all() });
    } catch {
      // It stays in the list of batches.
    }
  }

  return {
    problem,
    clear: () => setProblem(null),
    isPlanning,
    isPlanned,
    plan,
    stop: () => stopper.current?.abort(),
  };
}

/** The change for given URLs: a file replaces, text is appended. */
function added(given: GivenSource, text: string): Partial<NewBatchValues> {
  if (given.kind === "sitemap") return given;
  if (given.kind === "file") return { kind: "file", file: given.file, reading: AUTO_DETECT };
  return { kind: "text", text: text.trim() === "" ? given.text : `${text.trimEnd()}\n${given.text}` };
}
