import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../components";
import { useHost } from "../../../host";
import type { Connection } from "../../../host/contract";
import { forgetConnection, keys } from "../../../shared/data/queries";

/** Announces that a different service replaced the previous one, with undo. */
export function useOfferUndo(): (connection: Connection) => void {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  async function undo(id: string) {
    try {
      const { base_url } = await host.call("connection_undo", { id });
      forgetConnection(queries, id);
      queries.setQueryData(keys.connections(), await host.call("connections_list", null));
      toast({ title: t`Restored`, description: base_url });
    } catch {
      toast({ tone: "error", title: t`Couldn’t undo`, description: t`The connection keeps its last saved settings.` });
    }
  }
  return ({ id, name, base_url }) => {
    const close = toast({
      title: t`“${name}” leads to a different service`,
      description: base_url,
      action: {
        label: t`Undo`,
        onPress: () => {
          close();
          void undo(id);
        },
      },
    });
  };
}
