import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { renewedPlace } from "../shared/navigation/old-places";
import { useGoTo } from "../shared/navigation/use-navigation";

/** Leads on to the present form of a place. */
export function OldPlace() {
  const place = useRouterState({ select: ({ location }) => location.href });
  const go = useGoTo();
  useEffect(() => go(renewedPlace(place), { replace: true }), [place, go]);
  return null;
}
