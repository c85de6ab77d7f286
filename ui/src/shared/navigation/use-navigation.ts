import { useMatch, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Goes to a place given as path and search; in place of the present one with `replace`. */
export function useGoTo(): (place: string, options?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback((place, options) => void router.navigate({ href: place, ...options }), [router]);
}

/**
 * Tells whether the window stays at the screen that this is part of. It may be on its way to another one, whose code is
 * still being loaded: what happens late must not lead back then.
 */
export function useStays(): () => boolean {
  const router = useRouter();
  const screen = useMatch({ strict: false, select: ({ routeId }) => routeId });
  return useCallback(
    () => router.matchRoutes(router.latestLocation).some(({ routeId }) => routeId === screen),
    [router, screen],
  );
}
