import { useLingui } from "@lingui/react/macro";
import { useEffect, useReducer } from "react";

/** Interval of countdowns, in milliseconds. */
const TICK = 250;

/** Whole seconds until `moment` (milliseconds since 1970), down to 0. */
export function useSecondsUntil(moment: number): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const left = Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

/** Formats seconds: seconds below 100, then minutes, then hours, rounded up. */
export function useDuration(): (seconds: number) => string {
  const { t, i18n } = useLingui();
  return (left) => {
    const seconds = i18n.number(left);
    if (left < 100) return t`${seconds} s`;
    const wholeMinutes = Math.ceil(left / 60);
    const minutes = i18n.number(wholeMinutes);
    if (wholeMinutes < 100) return t`${minutes} min`;
    const hours = i18n.number(Math.ceil(wholeMinutes / 60));
    return t`${hours} h`;
  };
}

/** The time until `moment` (milliseconds since 1970) as 0:27; `null` if there is none, or it has passed. */
export function useClock(moment: number | null): string | null {
  const { i18n } = useLingui();
  const left = useSecondsUntil(moment ?? 0);
  if (left === 0) return null;
  return `${i18n.number(Math.floor(left / 60))}:${i18n.number(left % 60, { minimumIntegerDigits: 2 })}`;
}
