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
import { RowText } from "./RowText";
import setting from "./setting.module.css";

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
        <LibraryActs info={data} />
      </>
    );
  }
  if (error) return <ProblemInline isRead problem={problemOf(error)} actions={{ retry: () => void refetch() }} />;
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
            This library was created by a newer version of Assay. Update Assay to use history, the fix list, and offline
            use.
          </Trans>
        </Banner>
      );
    case "read_only":
      return (
        <Banner tone="warning">
          <Trans>
            The library is read-only: the disk is full, or Assay can’t write to the folder. Fix this and restart Assay
            to record new changes.
          </Trans>
        </Banner>
      );
    case "unavailable":
      return (
        <Banner tone="error">
          <Trans>
            Can’t open the library. Check that its folder exists and that Assay can use it, then restart. Reports and
            projects still work online.
          </Trans>
        </Banner>
      );
  }
}

function Facts({ info: { file, bytes, reports, snapshots, set_aside } }: { info: LibraryInfo }) {
  const { t } = useLingui();
  const size = useSize()(bytes);
  return (
    <>
      <div className={setting.spread}>
        <RowText label={<Trans>Library</Trans>}>
          <Plural value={reports} one="# report, including removed ones" other="# reports, including removed ones" />
          {"\u00a0· "}
          <Plural value={snapshots} one="# snapshot" other="# snapshots" />
          {"\u00a0· "}
          {size}
          <br />
          <bdi dir="ltr">{file}</bdi>
        </RowText>
        <CopyButton text={() => file}>{t`Copy path`}</CopyButton>
      </div>
      {set_aside !== null && (
        <div className={setting.spread}>
          <RowText label={<Trans>Damaged library (kept)</Trans>}>
            <Trans>
              <b>{set_aside}</b>, in the same folder. A new library is refilling from the service.
            </Trans>
          </RowText>
        </div>
      )}
    </>
  );
}
