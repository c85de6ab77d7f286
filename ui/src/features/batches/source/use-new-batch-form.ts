import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { BatchSource, Problem } from "../../../host/contract";
import { batchPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { type GivenSource, useNewBatch } from "../../../shared/planning/new-batch";
import { useLoss } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { isSendable, sentPasswords, USUAL_PASSWORDS, USUAL_WISH } from "../rules";
import { usePreview } from "./use-preview";
import { AUTO_DETECT, isKeepable, kept, type NewBatchValues, NO_VALUES, readNewBatch, sourceOf } from "./values";

/** The state of the form for a new batch. */
export function useNewBatchForm(connection: string) {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const [restored, keep, forget] = useDraft(`new_batch ${connection}`, readNewBatch);
  const { given, taken } = useNewBatch();
  // Who can see pages that are given now is no matter of what was chosen for others before.
  const [values, setValues] = useState({ ...NO_VALUES, ...restored, ...(given && { wish: USUAL_WISH }) });
  const [isRestored, setRestored] = useState(restored !== undefined);
  // Values entered here, without restored ones.
  const [fresh, setFresh] = useState(NO_VALUES);
  const [passwords, setPasswords] = useState(USUAL_PASSWORDS);
  // The address of the sitemap that was asked to be read, until another one is typed.
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPlanning, setPlanning] = useState(false);
  const planning = useRef<AbortController>(undefined);
  const isPlanned = useRef(false);

  const { kind, text, file, address, reading, wish } = values;
  const source = useMemo<BatchSource | null>(() => {
    if (kind === "sitemap") return asked === null ? null : { kind, address: asked };
    return sourceOf({ kind, text, file, reading });
  }, [kind, text, file, reading, asked]);
  const found = usePreview(source);
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
  }, [values, keep, forget]);
  useEffect(() => () => planning.current?.abort(), []);

  const hasText = text.trim() !== "" && !isKeepable(text);
  const hasPassword = needsPasswords && passwords.kind === "one" && passwords.password !== "";
  useLoss(hasText ? t`The list of addresses that you pasted for a batch.` : null);
  useLoss(hasPassword ? t`The password that you typed for a batch.` : null);

  function change(changed: Partial<NewBatchValues>) {
    setValues((before) => ({ ...before, ...changed }));
    if (changed.address !== undefined) setAsked(null);
    setProblem(null);
  }

  const take = useEffectEvent(() => {
    if (given === null) return;
    taken();
    change(added(given, text));
    setFresh({ ...fresh, ...added(given, fresh.text) });
  });
  useEffect(() => {
    if (given !== null) take();
  }, [given]);

  async function plan() {
    if (!canPlan || source === null || isPlanning) return;
    const own = new AbortController();
    planning.current = own;
    setPlanning(true);
    setProblem(null);
    try {
      const keep_passwords = needsPasswords && passwords.isKept;
      const batch = await host.call(
        "batch_plan",
        { connection, source, wish, password, keep_passwords },
        { signal: own.signal },
      );
      isPlanned.current = true;
      forget();
      go(batchPath(connection, batch.number), { replace: true });
    } catch (thrown) {
      const trouble = problemOf(thrown);
      if (trouble.code !== "cancelled") setProblem(trouble);
      setPlanning(false);
    }
  }

  return {
    values,
    change,
    changeText: (changed: string) => {
      // Columns were chosen for another table.
      const isOther = changed.split("\n", 1)[0] !== text.split("\n", 1)[0];
      change({ text: changed, ...(isOther && { reading: AUTO_DETECT }) });
    },
    readSitemap: () => {
      if (address.trim() === "") return;
      if (asked === address) found.readAgain();
      else setAsked(address);
    },
    found,
    needsPasswords,
    passwords,
    setPasswords,
    /** The host of the first page, as projects are called (`field-notes.md` 16). */
    likelyProject: URL.parse(preview?.sample[0]?.address ?? "")?.host.replace(/^www\./, ""),
    canPlan,
    isPlanning,
    plan: () => void plan(),
    stop: () => planning.current?.abort(),
    problem,
    isRestored,
    startOver: () => {
      setValues(fresh);
      setPasswords(USUAL_PASSWORDS);
      setAsked(null);
      setProblem(null);
      setRestored(false);
    },
    /** Whether leaving would lose what cannot be kept. */
    isLost: () => !isPlanned.current && (hasText || hasPassword),
  };
}

/** The change for given URLs: a file replaces, text is appended. */
function added(given: GivenSource, text: string): Partial<NewBatchValues> {
  if (given.kind === "file") return { kind: "file", file: given.file, reading: AUTO_DETECT };
  return { kind: "text", text: text.trim() === "" ? given.text : `${text.trimEnd()}\n${given.text}` };
}
