import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FixFirstList } from "../../../shared/checks/FixFirstList";
import { keys, wholeFixList } from "../../../shared/data/queries";
import { fixListPath, reportsPath } from "../../../shared/navigation/routes";
import { ProblemInline } from "../../../shared/problems";
import { Part } from "../../../shared/screen/Part";
import { useLibraryQuery } from "../use-library-query";

export function FixFirst({ connection }: { connection: string | null }) {
  const { t } = useLingui();
  const query = wholeFixList(connection);
  const { data, problem } = useLibraryQuery(keys.library.fixList(query), "fix_list", query);
  const known = data ? data.reports - data.without_checks : 0;
  const problems = data?.checks.length ?? 0;
  return (
    <Part
      title={t`Fix first`}
      note={
        problems > 0 && (
          <Trans>
            <Plural value={problems} one="# failing check" other="# failing checks" /> on{" "}
            <Plural value={known} one="# page" other="# pages" />
          </Trans>
        )
      }
      link={{ href: fixListPath(connection), text: <Trans>View fix list</Trans> }}
    >
      {problem && <ProblemInline isRead problem={problem} />}
      {data && (
        <FixFirstList
          list={data}
          hrefOf={(failing) => reportsPath(connection, { failing })}
          countOf={(pages) => <Plural value={pages} one="# page" other="# pages" />}
        />
      )}
    </Part>
  );
}
