import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Marks } from "../../../components/charts";
import type { VerdictCounts } from "../../../host/contract";
import { reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { totalOf, useVerdictWords, VERDICTS } from "../verdicts";
import { partsOf, VerdictBar } from "./VerdictBar";

/** All reports' verdicts as shares of a bar. */
export function Shares({ connection, verdicts }: { connection: string; verdicts: VerdictCounts }) {
  const { t } = useLingui();
  const go = useGoTo();
  const words = useVerdictWords();
  return (
    <Marks
      aria-label={t`Verdicts`}
      marks={partsOf(verdicts).map((key) => {
        const word = words[key];
        const label = plural(verdicts[key], { one: `${word}: # report`, other: `${word}: # reports` });
        // The library has no filter for reports without a verdict.
        return { id: key, label, isPlain: key === "unknown" };
      })}
      onOpen={(id) => {
        const verdict = VERDICTS.find((key) => key === id);
        if (verdict && verdict !== "unknown") go(reportsPath(connection, { result: verdict }));
      }}
    >
      <VerdictBar verdicts={verdicts} most={Math.max(1, totalOf(verdicts))} height={12} idOf={(key) => key} />
    </Marks>
  );
}
