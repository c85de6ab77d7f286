import type { Calls, ReportRef } from "../contract";
import { type CallName, makeProblem, ProblemError } from "../host";

/** The calls about passwords of reports. */
export type PasswordCall = Extract<CallName, `password_${string}`>;
type Handlers = { [N in PasswordCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

/** Letters and digits that are not taken for one another. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** The passwords of reports in the keychain of the fake, and its clipboard. */
export class FakePasswords {
  /** What was copied last. */
  clipboard: string | null = null;
  readonly #kept = new Map<string, string>();
  readonly #useKeychain: () => void;

  /** `useKeychain` throws where there is none. */
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

  /** Forgets a password that opens its report no more. */
  forget(ref: ReportRef): void {
    this.#kept.delete(nameOf(ref));
  }

  #find(ref: ReportRef): string {
    this.#useKeychain();
    const password = this.#kept.get(nameOf(ref));
    if (password === undefined) throw new ProblemError(makeProblem("not_remembered"));
    return password;
  }
}

/** A new password of so many characters. */
export function madePassword(length: number): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(random, (number) => ALPHABET[number % ALPHABET.length]).join("");
}

function nameOf({ connection, id }: ReportRef): string {
  return `${connection} ${id}`;
}
