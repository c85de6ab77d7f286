import { useEffect, useRef, useState } from "react";
import { useStays } from "../navigation/use-navigation";

/** The value as it was once it had not changed for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

/** The state of a field that is put to use a moment after the last key: its text, and ways to change it. */
export type TypedText = {
  text: string;
  /** Takes what was typed and puts it to use after the delay. */
  type: (text: string) => void;
  /** Puts it to use at once. */
  commit: (text: string) => void;
};

/**
 * A field for a value that is kept elsewhere, such as in the address of the screen: typing changes the field at once and
 * the value after `delay` milliseconds; a change of the value from elsewhere shows in the field.
 */
export function useTypedText(
  value: string | undefined,
  onCommit: (value: string | undefined) => void,
  delay = 250,
): TypedText {
  const [text, setText] = useState(value ?? "");
  const [seen, setSeen] = useState(value);
  const stays = useStays();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (value !== seen) {
    setSeen(value);
    // What was typed since stays: only a value that did not come from here replaces it.
    if ((value ?? "") !== text.trim() && timer.current === undefined) setText(value ?? "");
  }

  const commit = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setText(typed);
    const wanted = typed.trim() || undefined;
    if (wanted !== value) onCommit(wanted);
  };
  return {
    text,
    commit,
    type: (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (stays()) commit(typed);
      }, delay);
    },
  };
}
