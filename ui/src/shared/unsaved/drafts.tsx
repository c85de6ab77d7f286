import { useLingui } from "@lingui/react/macro";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { toast } from "../../components";
import { useHost } from "../../host";
import type { Draft } from "../../host/contract";
import { useSaves } from "./save-queue";

/** How long what is typed waits before it is kept, in milliseconds. */
const DELAY = 250;

/** What was typed into the forms of the window and not used yet, kept by the core a moment after each change. */
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

  /** Forgets the drafts of every form that belongs to a connection. */
  forgetAll(connection: string): void {
    for (const form of [...this.#kept.keys()]) if (form.split(" ")[1] === connection) this.forget(form);
  }
}

const DraftsContext = createContext<Drafts | null>(null);

/** Holds the drafts of the forms below. */
export function DraftsProvider({ initial, children }: { initial: readonly Draft[]; children: ReactNode }) {
  const { t } = useLingui();
  const host = useHost();
  const saves = useSaves();
  const [hasFailed, setFailed] = useState(false);
  const [drafts] = useState(() => {
    const keep = (draft: Draft, delay: number) =>
      saves.later(`draft ${draft.form}`, delay, () => host.call("draft_save", draft).catch(() => setFailed(true)));
    return new Drafts(initial, keep);
  });

  useEffect(() => {
    // Said once: it is true of every further key as well.
    if (hasFailed) toast({ title: t`What you type is kept only while Assay is open`, tone: "info" });
  }, [hasFailed, t]);

  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (!drafts) throw new Error("useDraft needs a DraftsProvider above");
  return drafts;
}

/** What was typed into a form: what was found when it was opened, how to keep what is typed now, how to forget it all. */
export type FormDraft<T> = readonly [found: T | undefined, save: (values: T) => void, forget: () => void];

/**
 * The draft of a form, which outlives the form, a reload and a crash. `form` is its name: a word, and where it belongs to
 * a connection, that one's id after a space. `read` makes sense of what was kept, or answers `undefined`. Never give it a
 * key or a password: it goes to the disk.
 */
export function useDraft<T>(form: string, read: (values: unknown) => T | undefined): FormDraft<T> {
  const drafts = useDrafts();
  const saves = useSaves();
  const [found] = useState(() => {
    const values = drafts.get(form);
    return values === undefined ? undefined : read(values);
  });
  const save = useCallback((values: T) => drafts.save(form, values), [drafts, form]);
  const forget = useCallback(() => drafts.forget(form), [drafts, form]);
  useEffect(() => () => void saves.flush(), [saves]);
  return [found, save, forget];
}

/** How to forget the drafts of every form that belongs to a connection, once that is gone. */
export function useForgetDrafts(): (connection: string) => void {
  const drafts = useDrafts();
  return useCallback((connection) => drafts.forgetAll(connection), [drafts]);
}

/** The way to the authority of an address; the authority, up to a slash, a question mark or a hash; the rest. */
const AUTHORITY = /^(\s*(?:[a-z][a-z0-9+.-]*:(?=\/))?\/*)([^/?#]*)(.*)$/is;

/**
 * An address without the user name and the password that it may hold, also while those are still being typed: they are
 * no draft's business.
 */
export function withoutCredentials(address: string): string {
  return address.replace(AUTHORITY, (_, before: string, authority: string, rest: string) => {
    const host = authority.slice(authority.lastIndexOf("@") + 1);
    if (host.startsWith("[") || !/:(?!\d*$)/.test(host)) return before + host + rest;
    // What follows a colon and is no port is a password, or will be one, whatever characters it has.
    const end = (host + rest).lastIndexOf("@");
    return before + (end < 0 ? host.replace(/:.*$/s, "") : (host + rest).slice(end + 1));
  });
}
