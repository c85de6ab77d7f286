import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useHost } from "../../host";
import type { FirstCalls } from "../../host/first-calls";
import { useSaveQueue } from "../../shared/unsaved/save-queue";
import type { AppRouter } from "../router";
import { keepPictures } from "./keep";

/** Keeps pictures of the window's screens while it is there. */
export function KeptPicture({ calls, router }: { calls: FirstCalls; router: AppRouter }): null {
  const host = useHost();
  const queries = useQueryClient();
  const saveQueue = useSaveQueue();
  useEffect(
    () => keepPictures({ host, queries, saveQueue, calls, place: () => router.state.location.href }),
    [host, queries, saveQueue, calls, router],
  );
  return null;
}
