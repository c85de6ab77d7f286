import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DateText, PrivacyMark, VerdictMark } from "../../../components";
import type { ReportRow, Snapshot } from "../../../host/contract";
import { ChangeArrow } from "./ChangeArrow";
import styles from "./History.module.css";

export function FieldChanges({ before, after }: { before: Snapshot; after: Snapshot }) {
  const { t } = useLingui();
  const [was, is] = [before.row, after.row];
  const date = (value: string | null) => (
    <span className={styles.whole}>
      <DateText value={value} form="exact" />
    </span>
  );
  const plain = (text: string | null) => <bdi>{text ?? "–"}</bdi>;
  const fields: { name: string; of: (row: ReportRow) => unknown; show: (row: ReportRow) => ReactNode }[] = [
    { name: t`Verdict`, of: (row) => row.verdict, show: (row) => <VerdictMark verdict={row.verdict} /> },
    {
      name: t`Privacy`,
      of: (row) => row.privacy,
      show: (row) => <PrivacyMark privacy={row.privacy} />,
    },
    { name: t`URL`, of: (row) => row.address, show: (row) => plain(row.address) },
    { name: t`Project`, of: (row) => row.project, show: (row) => plain(row.project) },
    {
      name: t`Last checked`,
      of: (row) => row.generated_at,
      show: (row) => date(row.generated_at),
    },
    { name: t`Created`, of: (row) => row.created_at, show: (row) => date(row.created_at) },
    { name: t`Updated`, of: (row) => row.updated_at, show: (row) => date(row.updated_at) },
  ];
  const changed = fields.filter(({ of }) => of(was) !== of(is));
  if (changed.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {changed.map(({ name, show }) => (
        <div key={name} className={styles.field}>
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
