import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent } from "react";
import { toast } from "../../components";
import { useHost } from "../../host";
import type { OpenedLink } from "../../host/contract";
import { useConnections } from "../../shared/data/connection";
import { useStart } from "../../shared/data/start";
import { linkedPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewReport } from "../../shared/planning/new-report";
import { openDialog } from "../../shared/screen/focus";

/** Opens app links, or explains why they can't be opened. */
export function OpenedLinks(): null {
  const { t } = useLingui();
  const host = useHost();
  const go = useGoTo();
  const { link: first } = useStart();
  const connections = useConnections();
  const { done } = useNewReport();

  const open = useEffectEvent((link: OpenedLink) => {
    if (link.kind === "unusable") {
      const description = t`It may be incomplete, or made for a newer version.`;
      toast({ tone: "error", title: t`Invalid Assay link`, description });
      return;
    }
    const place = linkedPath(link, connections);
    if (place === null) {
      const description = t`Assay links only work on the computer where they were copied.`;
      const action = { label: t`View connections`, onPress: () => go("/connections") };
      toast({ tone: "error", title: t`This link’s connection isn’t on this computer`, description, action });
      return;
    }
    const show = () => {
      // The dialog would cover the report; its input is saved as a draft.
      done();
      go(place);
    };
    // Dialogs may have unsaved input.
    if (link.kind === "sample" || openDialog() === null) show();
    else toast({ title: t`Report link opened`, action: { label: t`View report`, onPress: show } });
  });

  useEffect(() => host.watch((event) => event.kind === "link" && open(event.link)), [host]);
  const openFirst = useEffectEvent(() => {
    // The window already starts at links it can show (`startPath`).
    if (first && linkedPath(first, connections) === null) open(first);
  });
  useEffect(() => openFirst(), []);
  return null;
}
