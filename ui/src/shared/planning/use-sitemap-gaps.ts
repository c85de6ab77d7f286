import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { SitemapGap } from "../../host/contract";
import { keys } from "../data/queries";
import { PROBLEMS, serviceMessage } from "../problems";
import { useNewBatch } from "./new-batch";

/** The sites of a connection's remembered sitemaps; none until they are read. */
export function useSitemapGaps(connection: string): readonly SitemapGap[] {
  const host = useHost();
  const { data } = useQuery({
    queryKey: keys.library.sitemapGaps(connection),
    queryFn: ({ signal }) => host.call("sitemap_gaps", { id: connection }, { signal }),
    staleTime: 0,
  });
  return data ?? [];
}

/** Opens a new batch with the pages that have no report, of a project or of all; `null` if that isn't possible. */
export function useCreateMissing(connection: string): {
  create: ((project?: string) => void) | null;
  isReading: boolean;
} {
  const { i18n, t } = useLingui();
  const host = useHost();
  const { give } = useNewBatch();
  const [isReading, setReading] = useState(false);
  const running = useRef<AbortController>(undefined);
  // Who left the screen isn't taken to a new batch.
  useEffect(() => () => running.current?.abort(), []);
  async function create(project?: string) {
    if (isReading || !give) return;
    setReading(true);
    const own = new AbortController();
    running.current = own;
    const { signal } = own;
    try {
      const asked = { connection, ...(project !== undefined && { project }) };
      const pages = await host.call("sitemap_missing", asked, { signal });
      signal.throwIfAborted();
      give({ kind: "text", text: pages.join("\n") });
    } catch (thrown) {
      if (signal.aborted) return;
      const problem = problemOf(thrown);
      const description = serviceMessage(problem) ?? i18n._(PROBLEMS[problem.code].title);
      toast({ tone: "error", title: t`Couldn’t create the plan`, description });
    }
    setReading(false);
  }
  return { create: give && ((project) => void create(project)), isReading };
}
