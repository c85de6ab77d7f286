import { useEffect, useRef, useState } from "react";

/** A stable function that calls the latest one. */
export function useLatest<Arguments extends unknown[]>(act: (...given: Arguments) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const [stable] = useState(
    () =>
      (...given: Arguments) =>
        latest.current(...given),
  );
  return stable;
}
