import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { copyText, toast } from "../../components";
import type { Connection, Report, ReportRow } from "../../host/contract";
import { useConnection, useConnectionName, useConnections } from "../../shared/data/connection";
import { appLinkOf } from "../../shared/navigation/app-links";
import type { rowsAsCsv } from "./csv";
import type { ListedReport } from "./search";

/** Copies rows of any connection; each reports success. */
export type RowCopies = {
  json(rows: readonly ListedReport[]): void;
  /** `null` until the formatter has loaded. */
  csv: ((rows: readonly ListedReport[]) => void) | null;
};

/** Copies data of one connection's reports; each reports success. */
type ReportCopies = {
  address(row: ReportRow): void;
  id(row: ReportRow): void;
  /** The report's public URL (`field-notes.md` 33). */
  link(row: ReportRow): void;
  /** The report's app link. */
  appLink(row: ReportRow): void;
};

export type Copies = RowCopies &
  ReportCopies & {
    /** The whole report as JSON. */
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
          public: t`Anyone with the link can open it`,
          private: t`Private: only your account can open it`,
          password: t`Needs the report’s password`,
        }[privacy];
}

/** Preloads the CSV formatter: webviews allow copying only during the user gesture. */
function useCsv(): typeof rowsAsCsv | null {
  const [write, setWrite] = useState<typeof rowsAsCsv | null>(null);
  useEffect(() => {
    let isLeft = false;
    void import("./csv").then((csv) => !isLeft && setWrite(() => csv.rowsAsCsv));
    return () => {
      isLeft = true;
    };
  }, []);
  return write;
}

function usePut() {
  const { t } = useLingui();
  return (text: string, title: string, description?: string) =>
    void copyText(text).then((isDone) =>
      toast(isDone ? { tone: "success", title, description } : { tone: "error", title: t`Couldn’t copy` }),
    );
}

/** Copies a text in Markdown. */
export function useMarkdownCopy(): (text: string) => void {
  const { t } = useLingui();
  const put = usePut();
  return (text) => put(text, t`Copied as Markdown`);
}

/** A row as JSON; the library's rows with what it knows. */
function plain({ known, ...row }: ListedReport) {
  return known ? { ...known, row } : row;
}

export function useRowCopies(): RowCopies {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const write = useCsv();
  const put = usePut();
  const copied = (count: number) => t`${plural(count, { one: "# report copied", other: "# reports copied" })}`;
  const nameOf = (id: string) => {
    const known = connections.find((connection) => connection.id === id);
    return known ? connectionName(known) : id;
  };
  return {
    json: (rows) => {
      const all = rows.map(plain);
      put(asJson(all.length === 1 ? all[0] : all), copied(rows.length), "JSON");
    },
    csv: write && ((rows) => put(write(rows, nameOf), copied(rows.length), "CSV")),
  };
}

/** The copies of a connection's reports. */
export function useCopiesOf(): (connection: Connection) => ReportCopies {
  const { t } = useLingui();
  const noteOf = useLinkNote();
  const put = usePut();
  return ({ id: connection, base_url }) => ({
    address: ({ url, address }) => put(url ?? address, t`URL copied`, url ?? address),
    id: ({ id }) => put(id, t`ID copied`, id),
    link: (row) => put(shareLink(base_url, row.id), t`Link copied`, noteOf(row)),
    appLink: ({ id }) =>
      put(appLinkOf({ connection, id }), t`Link copied`, t`Opens the report in Assay on this computer`),
  });
}

/** The copies of the current connection's reports. */
export function useCopies(): Copies {
  const { t } = useLingui();
  const copies = useCopiesOf()(useConnection());
  const put = usePut();
  return { ...useRowCopies(), ...copies, whole: (report) => put(asJson(report), t`Report copied as JSON`) };
}
