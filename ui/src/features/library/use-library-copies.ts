import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { copyText, toast } from "../../components";
import type { LibraryRow, ReportRow } from "../../host/contract";
import { appLinkOf } from "../../shell/frame/OpenedLinks";

/** What of the library's rows can be put on the clipboard; each says whether that went well. */
export type LibraryCopies = {
  address(row: ReportRow): void;
  id(row: ReportRow): void;
  /** The link by which Assay opens the report on this computer. */
  appLink(known: LibraryRow): void;
  json(rows: readonly LibraryRow[]): void;
  /** Rows that were written as CSV. */
  csv(count: number, text: string): void;
};

/** Copies of the library's rows. */
export function useLibraryCopies(): LibraryCopies {
  const { t } = useLingui();
  const put = (text: string, title: string, description?: string) =>
    void copyText(text).then((isDone) =>
      toast(isDone ? { tone: "success", title, description } : { tone: "error", title: t`It could not be copied` }),
    );
  const copied = (count: number) => t`${plural(count, { one: "# report copied", other: "# reports copied" })}`;
  return {
    address: ({ url, address }) => put(url ?? address, t`Address copied`, url ?? address),
    id: ({ id }) => put(id, t`ID copied`, id),
    appLink: ({ connection, row: { id } }) =>
      put(appLinkOf({ connection, id }), t`Link copied`, t`It opens the report in Assay on this computer`),
    json: (rows) => put(JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2), copied(rows.length), "JSON"),
    csv: (count, text) => put(text, copied(count), "CSV"),
  };
}
