import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Batch, BatchOrigin, Privacy, RowAction, RowState, SkipReason } from "../../host/contract";

export type BatchLabels = {
  /** A summary, such as “Create 740 reports and refresh 43”. */
  title: (batch: Pick<Batch, "wish" | "acts">) => string;
  origin: (from: BatchOrigin) => string;
  act: Record<RowAction, string>;
  done: Record<RowAction, string>;
  /** States of rows. */
  state: Record<RowState, string>;
  privacy: Record<Privacy, string>;
  /** Reasons for skipping, by kind. */
  reasons: Record<SkipReason["kind"], string>;
  /** The reason with details. */
  skipped: (reason: SkipReason) => string;
};

/** Localized texts for batches. */
export function useBatchLabels(): BatchLabels {
  const { t, i18n } = useLingui();
  const listed = (project: string | null) => (project === null ? t`Entire list` : t`Project ${project}`);
  const repeated = (first: number | null) => {
    const line = first !== null && i18n.number(first);
    return line ? t`Duplicate of line ${line}` : reasons.duplicate;
  };
  const reasons: BatchLabels["reasons"] = {
    known: t`Already has a report`,
    fresh: t`Checked recently`,
    duplicate: t`Duplicate`,
    already_so: t`No change needed`,
    has_password: t`Already has a password`,
    not_on_the_list: t`Not in your list`,
    gone: t`No longer exists`,
    chosen: t`Skipped by you`,
  };
  return {
    title: (batch) => titleOf(i18n, batch),
    origin: (from) => {
      switch (from.kind) {
        case "text":
          return t`Pasted text`;
        case "file":
          return from.name;
        case "sitemap":
          return from.address;
        case "selection":
          return t`Selected reports`;
        case "list":
          return listed(from.project);
        case "batch":
          return t`Previous batch`;
      }
    },
    act: {
      create: t`Create`,
      refresh: t`Recheck`,
      privacy: t`Change privacy`,
      delete: t`Delete`,
      skip: t`Skip`,
    },
    done: {
      create: t({ message: "Created", context: "row of a batch" }),
      refresh: t({ message: "Rechecked", context: "row of a batch" }),
      privacy: t({ message: "Privacy changed", context: "row of a batch" }),
      delete: t({ message: "Deleted", context: "row of a batch" }),
      skip: t({ message: "Skipped", context: "row of a batch" }),
    },
    state: {
      waiting: t({ message: "Waiting", context: "row of a batch" }),
      running: t({ message: "Sending", context: "row of a batch" }),
      confirming: t({ message: "Confirming", context: "row of a batch" }),
      done: t({ message: "Done", context: "row of a batch" }),
      failed: t({ message: "Failed", context: "row of a batch" }),
      unknown: t({ message: "Outcome unknown", context: "row of a batch" }),
      skipped: t({ message: "Skipped", context: "row of a batch" }),
      canceled: t({ message: "Not sent", context: "row of a batch" }),
    },
    privacy: { public: t`Public`, private: t`Private`, password: t`Password` },
    reasons,
    skipped: (reason) => (reason.kind === "duplicate" ? repeated(reason.line) : reasons[reason.kind]),
  };
}

function titleOf(i18n: I18n, { wish, acts }: Pick<Batch, "wish" | "acts">): string {
  const { create, refresh, privacy, delete: deleted } = acts;
  const [refreshed, gone] = [i18n.number(refresh), i18n.number(deleted)];
  if (create + refresh + privacy + deleted === 0) return t(i18n)`Nothing to do`;
  if (wish.kind === "undo") {
    return t(i18n)`${plural(privacy, { one: "Restore privacy of # report", other: "Restore privacy of # reports" })}`;
  }
  const kinds = [create, refresh, privacy, deleted].filter((count) => count > 0).length;
  if (kinds === 1) {
    if (create > 0) return t(i18n)`${plural(create, { one: "Create # report", other: "Create # reports" })}`;
    if (refresh > 0) return t(i18n)`${plural(refresh, { one: "Recheck # report", other: "Recheck # reports" })}`;
    if (deleted > 0) return t(i18n)`${plural(deleted, { one: "Delete # report", other: "Delete # reports" })}`;
    switch ("privacy" in wish ? wish.privacy : undefined) {
      case "public":
        return t(i18n)`${plural(privacy, { one: "Make # report public", other: "Make # reports public" })}`;
      case "private":
        return t(i18n)`${plural(privacy, { one: "Make # report private", other: "Make # reports private" })}`;
      case "password":
        return t(
          i18n,
        )`${plural(privacy, { one: "Protect # report with a password", other: "Protect # reports with a password" })}`;
      default:
        return t(
          i18n,
        )`${plural(privacy, { one: "Change who can see # report", other: "Change who can see # reports" })}`;
    }
  }
  if (privacy === 0 && kinds === 2) {
    if (deleted === 0)
      return t(i18n)`${plural(create, { one: "Create # report", other: "Create # reports" })} and recheck ${refreshed}`;
    if (refresh === 0)
      return t(i18n)`${plural(create, { one: "Create # report", other: "Create # reports" })} and delete ${gone}`;
    return t(i18n)`${plural(refresh, { one: "Recheck # report", other: "Recheck # reports" })} and delete ${gone}`;
  }
  if (privacy === 0) {
    return t(
      i18n,
    )`${plural(create, { one: "Create # report", other: "Create # reports" })}, recheck ${refreshed}, and delete ${gone}`;
  }
  const all = create + refresh + privacy + deleted;
  return t(i18n)`${plural(all, { one: "Create or change # report", other: "Create or change # reports" })}`;
}
