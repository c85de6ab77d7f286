import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { copyText, toast } from "../../components";
import type { Report, ReportRow } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { appLinkOf } from "../../shell/frame/OpenedLinks";

type RowsAsCsv = (rows: readonly ReportRow[]) => string;

/** Copies data of the connection's reports; each reports success. */
export type Copies = {
  address(row: ReportRow): void;
  id(row: ReportRow): void;
  /** The report's public URL (`field-notes.md` 33). */
  link(row: ReportRow): void;
  /** The report's app link. */
  appLink(row: ReportRow): void;
  json(rows: readonly ReportRow[]): void;
  /** `null` until what writes it is loaded. */
  csv: ((rows: readonly ReportRow[]) => void) | null;
  /** A whole report as the core has it. */
  whole(report: Report): void;
};

/** The URL at which visitors see a report (`field-notes.md` 33). */
function shareLink(baseUrl: string, id: string): string {
  return `${baseUrl}/reports/${encodeURIComponent(id)}`;
}

/** Formatted JSON. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Who can open a report's link, as a sentence; undefined if unknown. */
export function useLinkNote(): (row: ReportRow) => string | undefined {
  const { t } = useLingui();
  return ({ privacy }) =>
    privacy === null
      ? undefined
      : {
          public: t`Everyone who has the link can open it`,
          private: t`Private: opens for this account alone`,
          password: t`Opens with the report’s password`,
        }[privacy];
}

/** Preloads the CSV formatter: webviews allow copying only during the user gesture. */
function useCsv(): RowsAsCsv | null {
  const [write, setWrite] = useState<RowsAsCsv | null>(null);
  useEffect(() => {
    let isLeft = false;
    void import("./csv").then(({ rowsAsCsv }) => !isLeft && setWrite(() => rowsAsCsv));
    return () => {
      isLeft = true;
    };
  }, []);
  return write;
}

/** Copies of the present connection's reports. */
export function useCopies(): Copies {
  const { t } = useLingui();
  const { id: connection, base_url } = useConnection();
  const noteOf = useLinkNote();
  const rowsAsCsv = useCsv();
  const put = (text: string, title: string, description?: string) =>
    void copyText(text).then((isDone) =>
      toast(isDone ? { tone: "success", title, description } : { tone: "error", title: t`It could not be copied` }),
    );
  const copied = (count: number) => t`${plural(count, { one: "# report copied", other: "# reports copied" })}`;
  return {
    address: ({ url, address }) => put(url ?? address, t`Address copied`, url ?? address),
    id: ({ id }) => put(id, t`ID copied`, id),
    link: (row) => put(shareLink(base_url, row.id), t`Link copied`, noteOf(row)),
    appLink: ({ id }) =>
      put(appLinkOf({ connection, id }), t`Link copied`, t`It opens the report in Assay on this computer`),
    json: (rows) => put(asJson(rows.length === 1 ? rows[0] : rows), copied(rows.length), "JSON"),
    csv: rowsAsCsv && ((rows) => put(rowsAsCsv(rows), copied(rows.length), "CSV")),
    whole: (report) => put(asJson(report), t`Report copied as JSON`),
  };
}
