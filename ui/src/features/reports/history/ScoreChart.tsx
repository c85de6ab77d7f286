import { useLingui } from "@lingui/react/macro";
import { curveStepAfter } from "@visx/curve";
import { LinePath } from "@visx/shape";
import { useLocale, VisuallyHidden } from "react-aria-components";
import { type ChartMark, linear, Mark, Marks } from "../../../components/charts";
import type { History, Snapshot } from "../../../host/contract";
import { useWidth } from "../../../shared/screen/use-width";
import styles from "./History.module.css";

const HEIGHT = 112;
const [TOP, BOTTOM, START, END] = [8, 18, 30, 10];
/** Width in pixels without layout. */
const FALLBACK = 380;

type Point = { snapshot: Snapshot; score: number; at: number };

/** The score over time as steps; each snapshot links to its changes. */
export function ScoreChart({ history, onOpen }: { history: History; onOpen: (number: number) => void }) {
  const { t, i18n } = useLingui();
  const [measured, measure] = useWidth<HTMLDivElement>();
  const { direction } = useLocale();
  const points = [...history.snapshots].reverse().flatMap((snapshot): Point[] => {
    const { score } = snapshot.row;
    return score === null ? [] : [{ snapshot, score, at: Date.parse(snapshot.seen_at) }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;

  const width = measured || FALLBACK;
  const end = history.gone_at === null ? Date.now() : Date.parse(history.gone_at);
  const [from, to] = direction === "rtl" ? [width - START, END] : [START, width - END];
  const x = linear([first.at, Math.max(end, last.at + 1)], [from, to]);
  const y = linear([0, 100], [HEIGHT - BOTTOM, TOP]);
  const score = (value: number) => i18n.number(value, { maximumFractionDigits: 0 });
  const day = (at: number) => i18n.date(new Date(at), { dateStyle: "medium" });
  const marks: ChartMark[] = points.map(({ snapshot, score: value, at }) => ({
    id: String(snapshot.number),
    label: t`${day(at)}: score ${score(value)}`,
  }));
  const [firstDay, lastDay, firstScore, lastScore] = [
    day(first.at),
    day(last.at),
    score(first.score),
    score(last.score),
  ];
  return (
    <Marks aria-label={t`Score over time`} marks={marks} onOpen={(id) => onOpen(Number(id))}>
      <VisuallyHidden>
        <p>{t`Score ${firstScore} on ${firstDay}, ${lastScore} on ${lastDay}. Each step is listed below.`}</p>
      </VisuallyHidden>
      <div ref={measure} className={styles.picture}>
        <svg width={width} height={HEIGHT} role="presentation">
          {[0, 50, 100].map((value) => (
            <g key={value}>
              <line x1={from} x2={to} y1={y(value)} y2={y(value)} className={styles.grid} />
              <text x={direction === "rtl" ? from + 6 : from - 6} y={y(value)} dy="0.35em" className={styles.value}>
                {i18n.number(value)}
              </text>
            </g>
          ))}
          <LinePath
            data={[...points, { ...last, at: Math.max(end, last.at) }]}
            x={({ at }) => x(at)}
            y={({ score: value }) => y(value)}
            curve={curveStepAfter}
            className={styles.line}
          />
          {points.map(({ snapshot, score: value, at }, index) => {
            // Hit areas extend halfway to the neighbors.
            const [before, after] = [points[index - 1]?.at ?? at, points[index + 1]?.at ?? Math.max(end, at)];
            const edges = [x((before + at) / 2), x((after + at) / 2)];
            const [low, high] = [Math.min(...edges, x(at) - 5), Math.max(...edges, x(at) + 5)];
            return (
              <Mark
                key={snapshot.number}
                id={String(snapshot.number)}
                x={low}
                y={TOP - 6}
                width={high - low}
                height={HEIGHT - BOTTOM - TOP + 12}
              >
                <circle cx={x(at)} cy={y(value)} r={4} className={styles.dot} data-verdict={snapshot.row.verdict} />
              </Mark>
            );
          })}
          <text x={from} y={HEIGHT - 3} className={styles.tick}>
            {day(first.at)}
          </text>
          <text x={to} y={HEIGHT - 3} className={styles.tickEnd}>
            {history.gone_at === null ? t`Today` : day(end)}
          </text>
        </svg>
      </div>
    </Marks>
  );
}
