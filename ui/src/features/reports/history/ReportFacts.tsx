import { useLingui } from "@lingui/react/macro";
import { DateText } from "../../../components";
import type { Snapshot } from "../../../host/contract";
import { isSeenWhenChecked, ownUpdate } from "./changes";
import { Fact } from "./Fact";
import styles from "./ReportFacts.module.css";

/** The facts of a report as it was that its head and its URL don’t say. */
export function ReportFacts({ snapshot }: { snapshot: Snapshot }) {
  const { t } = useLingui();
  const { project, address, generated_at } = snapshot.row;
  const updated = ownUpdate(snapshot.row);
  return (
    <dl className={styles.list}>
      {project !== null && !address.startsWith(`${project}/`) && (
        <Fact name={t`Project`} isLong>
          <bdi>{project}</bdi>
        </Fact>
      )}
      {!isSeenWhenChecked(snapshot) && (
        <Fact name={t`Last checked`}>
          <DateText value={generated_at} form="exact" />
        </Fact>
      )}
      {updated !== null && (
        <Fact name={t`Updated`}>
          <DateText value={updated} form="exact" />
        </Fact>
      )}
    </dl>
  );
}
