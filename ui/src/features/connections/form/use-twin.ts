import { useState } from "react";
import { useHost } from "../../../host";
import type { Connection } from "../../../host/contract";
import { useConnections } from "../../../shared/data/connection";

/** Searches for another connection with the same URL. */
export function useTwin(initial: Connection | undefined) {
  const host = useHost();
  const connections = useConnections();
  const [twin, setTwin] = useState<Connection | null>(null);

  async function find(address: string): Promise<Connection | null> {
    try {
      const { url } = await host.call("base_check", { url: address });
      const isTwin = ({ id, base_url, sample }: Connection) => id !== initial?.id && base_url === url && !sample;
      return url === initial?.base_url ? null : (connections.find(isTwin) ?? null);
    } catch {
      // Saving or testing reports invalid URLs.
      return null;
    }
  }

  return {
    twin,
    /** Resolves to whether there is one. */
    look: async (address: string) => {
      const found = await find(address);
      setTwin(found);
      return found !== null;
    },
    clear: () => setTwin(null),
  };
}
