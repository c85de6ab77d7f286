import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Goes to a place given as path and search; in place of the present one with `replace`. */
export function useGo(): (place: string, options?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback((place, options) => void router.navigate({ href: place, ...options }), [router]);
}
