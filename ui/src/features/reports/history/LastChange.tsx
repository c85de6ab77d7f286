import { Trans, useLingui } from "@lingui/react/macro";
import { TrendingDown, TrendingUp } from "lucide-react";
import { Button, DateText, VerdictMark } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import { ChangeArrow } from "./ChangeArrow";
import { lastTurn } from "./changes";
import styles from "./History.module.css";
import { useHistory } from "./use-history";

/** When a report last improved or worsened, with a link to its history. */
export function LastChange({ id, onOpen }: { id: string; onOpen: () => void }) {
  const { data } = useHistory(id);
  const turn = data ? lastTurn(data.snapshots) : null;
  if (!turn) return null;
  const { isBetter, at, before, after } = turn;
  const hasScores = before.score !== null && after.score !== null;
  const date = <DateText value={at} form="date" />;
  const change = (
    <>
      <Conclusion row={before} isScore={hasScores} />
      <ChangeArrow />
      <Conclusion row={after} isScore={hasScores} />
    </>
  );
  return (
    <div className={styles.turn}>
      <Button variant="quiet" icon={isBetter ? TrendingUp : TrendingDown} onPress={onOpen}>
        {isBetter ? (
          <Trans>
            Better since {date}: {change}
          </Trans>
        ) : (
          <Trans>
            Worse since {date}: {change}
          </Trans>
        )}
      </Button>
    </div>
  );
}

function Conclusion({ row, isScore }: { row: ReportRow; isScore: boolean }) {
  const { i18n } = useLingui();
  if (!isScore || row.score === null) return <VerdictMark verdict={row.verdict} />;
  return <span>{i18n.number(row.score, { maximumFractionDigits: 0 })}</span>;
}
