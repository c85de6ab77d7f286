import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Banner, Button } from "../../components";
import { useHost } from "../../host";
import { keys } from "../../shared/data/queries";
import { DATA_PATH } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";

/** Reports a library that was quarantined or can't be used, until dismissed. */
export function LibraryNotice(): ReactNode {
  const host = useHost();
  const go = useGoTo();
  const { data } = useQuery({
    queryKey: keys.library.info(),
    queryFn: ({ signal }) => host.call("library_info", null, { signal }),
    staleTime: 0,
  });
  const [closed, setClosed] = useState<string | null>(null);
  // The settings say it themselves.
  const isThere = useRouterState({ select: ({ location }) => location.href === DATA_PATH });
  if (!data || isThere) return null;
  const { set_aside: file, state } = data;
  const said = `${file} ${state}`;
  if ((file === null && state === "ready") || closed === said) return null;
  return (
    <Banner
      tone="warning"
      rank="app"
      action={
        <>
          <Button onPress={() => go(DATA_PATH)}>
            <Trans>Settings</Trans>
          </Button>
          <Button onPress={() => setClosed(said)}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      {file !== null ? (
        <Trans>
          The library was damaged. A new one is refilling; the old file is saved as <b>{file}</b>.
        </Trans>
      ) : state === "newer" ? (
        <Trans>The library was created by a newer version of Assay and can’t be opened here.</Trans>
      ) : state === "read_only" ? (
        <Trans>Can’t save to the library. New changes aren’t recorded.</Trans>
      ) : (
        <Trans>Can’t open the library. History, the fix list, and offline use are unavailable.</Trans>
      )}
    </Banner>
  );
}
