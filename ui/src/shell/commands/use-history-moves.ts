import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";

type Move = (() => void) | null;

/** Back and forward in the window's history; `null` at either end. */
export function useHistoryMoves(): { back: Move; forward: Move } {
  const { history } = useRouter();
  const [{ at, last }, setMoves] = useState(() => ({
    at: history.location.state.__TSR_index,
    last: history.location.state.__TSR_index,
  }));
  // Before a press on the picture of the last screen passes to this one.
  useLayoutEffect(
    () =>
      history.subscribe(({ location, action }) => {
        const now = location.state.__TSR_index;
        // A push ends the forward history.
        setMoves((before) => ({ at: now, last: action.type === "PUSH" ? now : Math.max(before.last, now) }));
      }),
    [history],
  );
  return { back: at > 0 ? () => history.back() : null, forward: at < last ? () => history.forward() : null };
}
