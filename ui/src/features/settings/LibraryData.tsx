import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Banner, CopyButton, Skeleton } from "../../components";
import { useSize } from "../../components/text/use-size";
import { problemOf, useHost } from "../../host";
import type { LibraryInfo, LibraryState } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { ProblemInline } from "../../shared/problems";
import { LibraryActs } from "./LibraryActs";
import { Retention } from "./Retention";
import styles from "./SettingsScreen.module.css";

/** The library's location, size, and actions. */
export function LibraryData(): ReactNode {
  const host = useHost();
  const { data, error, refetch } = useQuery({
    queryKey: keys.library.info(),
    queryFn: ({ signal }) => host.call("library_info", null, { signal }),
    staleTime: 0,
  });
  if (data) {
    return (
      <>
        <Trouble state={data.state} />
        <Facts info={data} />
        <Retention />
        <LibraryActs info={data} />
      </>
    );
  }
  if (error) return <ProblemInline problem={problemOf(error)} actions={{ retry: () => void refetch() }} />;
  return <Skeleton rows={3} />;
}

/** Why the library can't be used, and what still works. */
function Trouble({ state }: { state: LibraryState }) {
  switch (state) {
    case "ready":
      return null;
    case "newer":
      return (
        <Banner tone="warning">
          <Trans>
            A newer version of Assay made this library, so this one leaves it as it is. Reports and projects work with
            the service; history, the fix list and offline need that newer version.
          </Trans>
        </Banner>
      );
    case "read_only":
      return (
        <Banner tone="warning">
          <Trans>
            The library can be read but not written: the disk is full, or Assay may not write to the folder. What it
            knows can be seen; nothing new is remembered until that is mended and Assay is started again.
          </Trans>
        </Banner>
      );
    case "unavailable":
      return (
        <Banner tone="error">
          <Trans>
            The library cannot be opened. Check that its folder is there and that Assay may use it, then start Assay
            again. Reports and projects work with the service; history, the fix list and offline do not.
          </Trans>
        </Banner>
      );
  }
}

function Facts({ info: { file, bytes, reports, snapshots, set_aside } }: { info: LibraryInfo }) {
  const { t } = useLingui();
  const size = useSize()(bytes);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          <Trans>Library</Trans>
        </dt>
        <dd>
          <Plural value={reports} one="# report" other="# reports" />
          {" · "}
          <Plural value={snapshots} one="# snapshot" other="# snapshots" />
          {" · "}
          {size}
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Its file</Trans>
        </dt>
        <dd className={styles.file}>
          <span dir="ltr">{file}</span>
          <CopyButton text={() => file}>{t`Copy path`}</CopyButton>
        </dd>
      </div>
      {set_aside !== null && (
        <div>
          <dt>
            <Trans>Damaged library, set aside</Trans>
          </dt>
          <dd>
            <Trans>
              <b>{set_aside}</b>, in the same folder. The new library fills again from the service.
            </Trans>
          </dd>
        </div>
      )}
    </dl>
  );
}
