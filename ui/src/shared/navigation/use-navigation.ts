import { useMatch, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Navigates to a path with its search; `replace` adds no entry to the history. */
export function useGoTo(): (place: string, options?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback((place, options) => void router.navigate({ href: place, ...options }), [router]);
}

/** False once another route is loading, so that late work doesn't navigate back. */
export function useIsCurrentRoute(): () => boolean {
  const router = useRouter();
  const screen = useMatch({ strict: false, select: ({ routeId }) => routeId });
  return useCallback(
    () => router.matchRoutes(router.latestLocation).some(({ routeId }) => routeId === screen),
    [router, screen],
  );
}
