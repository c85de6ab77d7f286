import type { Messages } from "@lingui/core";

type Message = Messages[string];
type Token = Exclude<Message, string>[number];

/** Applies a change to each literal and plain placeholder, including those within plurals and selects. */
export function rewrite(messages: Messages, change: (piece: Token) => Token[]): Messages {
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, rewriteMessage(message, change)]));
}

function rewriteMessage(message: Message, change: (piece: Token) => Token[]): Token[] {
  const tokens = typeof message === "string" ? [message] : message;
  return tokens.flatMap((token) => {
    if (typeof token === "string") return change(token);
    const [name, type, cases] = token;
    if (!type) return change(token);
    // Number and date formats are names; the cases of a choice are messages.
    if (!cases || typeof cases === "string") return [token];
    const entries = Object.entries(cases).map(([key, of]) => [
      key,
      typeof of === "object" ? rewriteMessage(of, change) : of,
    ]);
    return [[name, type, Object.fromEntries(entries)] satisfies Token];
  });
}
