import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useContext } from "react";
import { DateText, PrivacyMark, VerdictMark } from "../../../components";
import type { ReportRow, Snapshot } from "../../../host/contract";
import { ChangeArrow, TwoReports } from "./ChangeArrow";
import { isSeenWhenChecked, ownUpdate } from "./changes";
import styles from "./FieldChanges.module.css";

export function FieldChanges({ before, after }: { before: Snapshot; after: Snapshot }) {
  const { t } = useLingui();
  const areTwo = useContext(TwoReports);
  const [was, is] = [before.row, after.row];
  const date = (value: string | null) => (
    <span className={styles.whole}>
      <DateText value={value} form="exact" />
    </span>
  );
  const areStamped = areTwo || (was.score !== null && is.score !== null);
  // The states of one report are named by the days on which they were seen.
  const isToldByStates = !areTwo && [before, after].every(isSeenWhenChecked);
  const isHost = (row: ReportRow) => row.address.startsWith(`${row.project}/`);
  const plain = (text: string | null) => <bdi>{text ?? "–"}</bdi>;
  const fields: { name: string; of: (row: ReportRow) => unknown; show: (row: ReportRow) => ReactNode }[] = [
    // Stamps show it.
    {
      name: t`Verdict`,
      of: (row) => (areStamped ? null : row.verdict),
      show: (row) => <VerdictMark verdict={row.verdict} />,
    },
    {
      name: t`Privacy`,
      of: (row) => row.privacy,
      show: (row) => <PrivacyMark privacy={row.privacy} />,
    },
    // Of two reports, both are above.
    { name: t`URL`, of: (row) => (areTwo ? null : row.address), show: (row) => plain(row.address) },
    { name: t`Project`, of: (row) => (isHost(row) ? null : row.project), show: (row) => plain(row.project) },
    {
      name: t`Last checked`,
      of: (row) => (isToldByStates ? null : row.generated_at),
      show: (row) => date(row.generated_at),
    },
    { name: t`Created`, of: (row) => row.created_at, show: (row) => date(row.created_at) },
    { name: t`Updated`, of: ownUpdate, show: (row) => date(row.updated_at) },
  ];
  const changed = fields.filter(({ of }) => of(was) !== of(is));
  if (changed.length === 0) return null;
  return (
    <dl className={styles.fields} data-of-two={areTwo || undefined}>
      {changed.map(({ name, show }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {show(was)}
            <ChangeArrow />
            {show(is)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
