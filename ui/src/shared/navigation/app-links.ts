import type { ReportRef } from "../../host/contract";

/** The app link of a report. */
export function appLinkOf({ connection, id }: ReportRef): string {
  return `assay://report/${encodeURIComponent(connection)}/${encodeURIComponent(id)}`;
}

/** The report of an app link; `null` if the text isn't one. */
export function readAppLink(text: string): ReportRef | null {
  const [, connection, id] = /^assay:\/\/report\/([^/?#]+)\/([^/?#]+)$/i.exec(text) ?? [];
  if (connection === undefined || id === undefined) return null;
  try {
    return { connection: decodeURIComponent(connection), id: decodeURIComponent(id) };
  } catch {
    return null;
  }
}
