import type { Calls, Problem, ReportRef, ReportUpdate, WriteResult } from "../contract";
import { type CallName, makeProblem, ProblemError, problemOf } from "../host";

export type PasswordCall = Extract<CallName, `password_${string}`>;
type Handlers = { [N in PasswordCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

/** Letters and digits that aren't easily confused. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Fake keychain passwords and clipboard. */
export class FakePasswords {
  /** The last copied password. */
  clipboard: string | null = null;
  readonly #kept = new Map<string, string>();
  readonly #useKeychain: () => void;

  /** `useKeychain` throws if there is none. */
  constructor(useKeychain: () => void) {
    this.#useKeychain = useKeychain;
  }

  readonly handlers: Handlers = {
    password_make: ({ length }) => ({ password: madePassword(length) }),
    password_save: ({ password, ...ref }) => {
      this.keep(ref, password);
      return null;
    },
    password_exists: (ref) => this.#kept.has(nameOf(ref)),
    password_show: (ref) => ({ password: this.#find(ref) }),
    password_copy: (ref) => {
      this.clipboard = this.#find(ref);
      return null;
    },
    password_forget: (ref) => {
      this.#useKeychain();
      this.forget(ref);
      return null;
    },
  };

  keep(ref: ReportRef, password: string): void {
    this.#useKeychain();
    this.#kept.set(nameOf(ref), password);
  }

  /** Keeps the password of a write if that is wished, or returns why not. */
  keepWritten(connection: string, { report }: WriteResult, asked: ReportUpdate): Problem | null {
    if (asked.password == null || !asked.keep_password) return null;
    try {
      this.keep({ connection, id: report.row.id }, asked.password);
      return null;
    } catch (thrown) {
      return problemOf(thrown);
    }
  }

  /** Deletes an outdated password. */
  forget(ref: ReportRef): void {
    this.#kept.delete(nameOf(ref));
  }

  #find(ref: ReportRef): string {
    this.#useKeychain();
    const password = this.#kept.get(nameOf(ref));
    if (password === undefined) throw new ProblemError(makeProblem("not_in_library"));
    return password;
  }
}

function madePassword(length: number): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(random, (number) => ALPHABET[number % ALPHABET.length]).join("");
}

function nameOf({ connection, id }: ReportRef): string {
  return `${connection} ${id}`;
}
