import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { toast } from "../../components";
import { useHost } from "../../host";
import type { Draft } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { useSaveQueue } from "./save-queue";

/** Delay before typing is saved, in milliseconds. */
const DELAY = 250;

class Drafts {
  readonly #kept: Map<string, unknown>;

  constructor(
    initial: readonly Draft[],
    private readonly keep: (draft: Draft, delay: number) => void,
  ) {
    this.#kept = new Map(initial.map(({ form, values }) => [form, values]));
  }

  get(form: string): unknown {
    return this.#kept.get(form);
  }

  save(form: string, values: unknown): void {
    if (JSON.stringify(this.#kept.get(form)) === JSON.stringify(values)) return;
    this.#kept.set(form, values);
    this.keep({ form, values }, DELAY);
  }

  forget(form: string): void {
    if (this.#kept.delete(form)) this.keep({ form, values: null }, 0);
  }

  /** Deletes the drafts of a connection's forms. */
  forgetAll(connection: string): void {
    for (const form of [...this.#kept.keys()]) if (form.split(" ")[1] === connection) this.forget(form);
  }
}

const [Provider, useDrafts] = createRequiredContext<Drafts>("Drafts");

export function DraftsProvider({ initial, children }: { initial: readonly Draft[]; children: ReactNode }) {
  const { t } = useLingui();
  const host = useHost();
  const saveQueue = useSaveQueue();
  const [hasFailed, setFailed] = useState(false);
  const [drafts] = useState(() => {
    const keep = (draft: Draft, delay: number) =>
      saveQueue.later(`draft ${draft.form}`, delay, () => host.call("draft_save", draft).catch(() => setFailed(true)));
    return new Drafts(initial, keep);
  });

  useEffect(() => {
    // Once: it holds for every further key.
    if (hasFailed) {
      const description = t`What you type is kept until Assay closes.`;
      toast({ tone: "info", title: t`Drafts can’t be saved`, description });
    }
  }, [hasFailed, t]);

  return <Provider value={drafts}>{children}</Provider>;
}

/** The restored draft, and functions to save and to clear it. */
export type FormDraft<T> = readonly [found: T | undefined, save: (values: T) => void, forget: () => void];

/**
 * A form's draft, which survives reloads and crashes; `read` parses it. Never for keys or passwords: it is stored on
 * disk.
 */
export function useDraft<T>(form: string, read: (values: unknown) => T | undefined): FormDraft<T> {
  const drafts = useDrafts();
  const saveQueue = useSaveQueue();
  const [found] = useState(() => {
    const values = drafts.get(form);
    return values === undefined ? undefined : read(values);
  });
  const save = useCallback((values: T) => drafts.save(form, values), [drafts, form]);
  const forget = useCallback(() => drafts.forget(form), [drafts, form]);
  useEffect(() => () => void saveQueue.flush(), [saveQueue]);
  return [found, save, forget];
}

/** Deletes the drafts of a removed connection's forms. */
export function useForgetDrafts(): (connection: string) => void {
  const drafts = useDrafts();
  return useCallback((connection) => drafts.forgetAll(connection), [drafts]);
}

/** The scheme and slashes; the authority; the rest. */
const AUTHORITY = /^(\s*(?:[a-z][a-z0-9+.-]*:(?=\/))?\/*)([^/?#]*)(.*)$/is;

/** Strips credentials from a URL, even while they are being typed, since drafts are stored on disk. */
export function withoutCredentials(address: string): string {
  return address.replace(AUTHORITY, (_, before: string, authority: string, rest: string) => {
    const host = authority.slice(authority.lastIndexOf("@") + 1);
    if (host.startsWith("[") || !/:(?!\d*$)/.test(host)) return before + host + rest;
    // After a colon, anything that isn't a port is a password.
    const end = (host + rest).lastIndexOf("@");
    return before + (end < 0 ? host.replace(/:.*$/s, "") : (host + rest).slice(end + 1));
  });
}
