import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DateText } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import { ownUpdate } from "./changes";

/** A name and its value, in a list that says how they look. */
export function Fact({ name, isLong, children }: { name: ReactNode; isLong?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-long={isLong}>{children}</dd>
    </div>
  );
}

/** A report's project and times. */
export function OriginFacts({ row }: { row: ReportRow }) {
  const { t } = useLingui();
  const updated = ownUpdate(row);
  return (
    <>
      <Fact name={t`Project`} isLong>
        <bdi>{row.project ?? "–"}</bdi>
      </Fact>
      <Fact name={t`Last checked`}>
        <DateText value={row.generated_at} form="exact" />
      </Fact>
      <Fact name={t`Created`}>
        <DateText value={row.created_at} form="exact" />
      </Fact>
      {updated !== null && (
        <Fact name={t`Updated`}>
          <DateText value={updated} form="exact" />
        </Fact>
      )}
    </>
  );
}
