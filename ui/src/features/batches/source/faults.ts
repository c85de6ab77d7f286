import { useLingui } from "@lingui/react/macro";
import type { InvalidLine, Problem, SourceError, SourcePreview } from "../../../host/contract";
import { reasonText } from "../../../shared/problems/field-reasons";

/** Maximum pages of a batch. */
const MOST_PAGES = 50_000;

/** Maximum sitemaps read for a batch. */
const MOST_SITEMAPS = 1000;

export type FaultWords = {
  /** Why a source wasn't read completely. */
  fault: (fault: SourceError) => string;
  /** Why a sitemap couldn't be fetched. */
  fetch: (problem: Problem) => string;
  /** Why a line is invalid. */
  line: (line: InvalidLine) => string;
  /** The source's format. */
  form: (form: SourcePreview["form"]) => string;
  /** The column delimiter. */
  delimiter: (delimiter: string) => string;
};

export function useFaultWords(): FaultWords {
  const { t, i18n } = useLingui();
  const [pages, sitemaps] = [i18n.number(MOST_PAGES), i18n.number(MOST_SITEMAPS)];
  return {
    fault: (fault) => {
      switch (fault.kind) {
        case "too_many":
          return t`A batch has at most ${pages} pages. Only the first ones were taken.`;
        case "too_large": {
          const size = i18n.number(fault.megabytes, { style: "unit", unit: "megabyte" });
          return t`It is larger than Assay reads (${size}). What comes after that was left out.`;
        }
        case "not_text":
          return t`It is not text: perhaps a picture, a program or a workbook. Save a workbook as CSV first.`;
        case "broken_archive":
          return t`The compressed file is damaged or breaks off. What comes before can be used.`;
        case "broken_xml":
          return t`The XML is damaged or breaks off. What comes before can be used.`;
        case "entities":
          return t`The XML declares entities, which can do harm and which no sitemap needs. It was not read on.`;
        case "not_a_sitemap":
          return t`It is no sitemap. Check that the address leads to the sitemap itself.`;
        case "too_many_sitemaps":
          return t`It lists more sitemaps than Assay reads (${sitemaps}), or they list others again.`;
        case "empty":
          return t`No line has an address.`;
      }
    },
    fetch: ({ status }) =>
      status === null
        ? t`It could not be fetched. Check the address and the network.`
        : t`It could not be fetched: the website answered ${i18n.number(status, { useGrouping: false })}.`,
    line: ({ field, reason }) => {
      if (field === "url" && reason.kind === "required") return t`The address is missing.`;
      return reasonText(reason, i18n._.bind(i18n));
    },
    form: (form) => ({ lines: t`One address a line`, table: t`Table`, sitemap: t`Sitemap` })[form],
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
