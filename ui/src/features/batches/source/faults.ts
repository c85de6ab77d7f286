import { useLingui } from "@lingui/react/macro";
import type { FieldReason, InvalidLine, Problem, SourceError, SourcePreview } from "../../../host/contract";
import { reasonText } from "../../../shared/problems/field-reasons";

/** Maximum pages of a batch. */
const MOST_PAGES = 50_000;

/** Maximum sitemaps read for a batch. */
const MOST_SITEMAPS = 1000;

/** Reasons for which a text is no URL at all. */
const NOT_URLS: readonly FieldReason["kind"][] = ["not_an_address", "no_host", "space_in_host"];

export type FaultWords = {
  /** Why a source wasn't read completely. */
  fault: (fault: SourceError) => string;
  /** Why a sitemap couldn't be fetched. */
  fetch: (problem: Problem) => string;
  /** Why a line is invalid, in a few words. */
  note: (line: InvalidLine) => string;
  /** The same, in at most three words for the most common reasons. */
  shortNote: (line: InvalidLine) => string;
  header: string;
  /** The source's format. */
  form: (form: SourcePreview["form"]) => string;
  /** The column delimiter. */
  delimiter: (delimiter: string) => string;
};

export function useFaultWords(): FaultWords {
  const { t, i18n } = useLingui();
  const [pages, sitemaps] = [i18n.number(MOST_PAGES), i18n.number(MOST_SITEMAPS)];
  const line = ({ field, reason }: InvalidLine) => {
    if (field === "url" && reason.kind === "required") return t`Missing URL.`;
    return reasonText(reason, i18n);
  };
  const note = (bad: InvalidLine) => (NOT_URLS.includes(bad.reason.kind) ? t`Not a URL` : line(bad));
  return {
    fault: (fault) => {
      switch (fault.kind) {
        case "too_many":
          return t`A batch can have up to ${pages} pages. The rest were left out.`;
        case "too_large": {
          const size = i18n.number(fault.megabytes, { style: "unit", unit: "megabyte" });
          return t`Larger than the ${size} limit. The rest was left out.`;
        }
        case "not_text":
          return t`Neither text nor an Excel workbook. Save other spreadsheets as CSV first.`;
        case "broken_archive":
          return t`The compressed file is damaged or incomplete. Everything before that can be used.`;
        case "broken_xml":
          return t`The XML is damaged or incomplete. Everything before that can be used.`;
        case "entities":
          return t`The XML contains entity declarations, which sitemaps don’t need and which can be harmful. Reading stopped.`;
        case "not_a_sitemap":
          return t`Not a sitemap. Check that the URL points to the XML file.`;
        case "too_many_sitemaps":
          return t`More than ${sitemaps} sitemaps, or sitemaps nested too deep.`;
        case "empty":
          return t`No URLs found.`;
      }
    },
    fetch: ({ status }) =>
      status === null
        ? t`Couldn’t download it. Check the URL and your network.`
        : t`Couldn’t download it: the website returned ${i18n.number(status, { useGrouping: false })}.`,
    note,
    shortNote: (bad) => (bad.reason.kind === "not_a_privacy" ? t`Privacy not recognized` : note(bad)),
    header: t`Header`,
    form: (form) => ({ lines: t`One URL per line`, table: t`Table`, sitemap: t`Sitemap` })[form],
    delimiter: (delimiter) => {
      switch (delimiter) {
        case ",":
          return t`Separated by commas`;
        case ";":
          return t`Separated by semicolons`;
        case "\t":
          return t`Separated by tabs`;
        default:
          return t`Separated by ${delimiter}`;
      }
    },
  };
}
