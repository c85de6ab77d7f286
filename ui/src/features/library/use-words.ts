import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Change, Importance, LibrarySort, Privacy, Verdict } from "../../host/contract";
import type { LibrarySearch } from "./search";

/** What the library's filters and sorts are called. */
export type Words = {
  verdict: Record<Verdict, string>;
  privacy: Record<Privacy, string>;
  change: Record<Change, string>;
  importance: Record<Importance, string>;
  sort: Record<LibrarySort, string>;
  /** How something changed since when. */
  changedSince: (change: Change, since: NonNullable<LibrarySearch["since"]>) => string;
};

/** The words of the library. */
export function useWords(): Words {
  const { t } = useLingui();
  const change: Words["change"] = { better: t`Better`, worse: t`Worse`, new: t`New`, gone: t`Gone` };
  return {
    change,
    verdict: { good: t`Good`, decent: t`Decent`, bad: t`Bad` },
    privacy: { public: t`Public`, private: t`Private`, password: t`Password` },
    importance: { high: t`High`, medium: t`Medium`, low: t`Low` },
    sort: {
      created: t`Date created`,
      generated: t`Date generated`,
      changed: t`Last change`,
      score: t`Score`,
      address: t`Address`,
      project: t`Project`,
    },
    changedSince: (kind, since) => {
      const word = change[kind];
      if (since === "last_time") return t`${word} since last time`;
      return t`${word} in the last ${plural(since, { one: "# day", other: "# days" })}`;
    },
  };
}
