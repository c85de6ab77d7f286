import { useLingui } from "@lingui/react/macro";
import { useLocale } from "react-aria-components";
import { useVerdictWords } from "../../../components";
import { verdictOfScore } from "../../../shared/data/verdict-of-score";
import { useWidth } from "../../../shared/screen/use-width";
import styles from "./AverageChart.module.css";

const HEIGHT = 184;
const FLOOR = 166;
/** Room for the values at the end, in pixels. */
const END = 40;
/** Width in pixels without layout. */
const FALLBACK = 640;
/** The lowest and highest scores that are shown in any case. */
const [LEAST, MOST] = [30, 90] as const;
/** The limits of the verdicts as printed: above, and below. */
const [GOOD, BAD] = [80, 49] as const;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const DAY = 24 * 3600 * 1000;

export type AverageChartProps = {
  /** At even times up to now, oldest first; at least two. */
  averages: readonly number[];
  /** The days between two of them. */
  step: number;
  /** Says what it shows. */
  label: string;
};

/** How an average score went, over the bands of the verdicts. */
export function AverageChart({ averages, step, label }: AverageChartProps) {
  const { i18n } = useLingui();
  const words = useVerdictWords();
  const [measured, measure] = useWidth<HTMLDivElement>();
  const isMirrored = useLocale().direction === "rtl";
  const width = measured || FALLBACK;
  const end = width - END;
  const low = Math.max(0, Math.min(LEAST, Math.floor(Math.min(...averages) - 5)));
  const high = Math.min(100, Math.max(MOST, Math.ceil(Math.max(...averages) + 5)));
  const y = (score: number) => ((high - score) / (high - low)) * FLOOR;
  const x = (index: number) => (index / (averages.length - 1)) * (end - 6);
  const place = (start: number) => (isMirrored ? width - start : start);
  const last = averages.at(-1) ?? 0;
  const bands = [
    { verdict: "good", from: high, to: GOOD },
    { verdict: "decent", from: GOOD, to: BAD },
    { verdict: "bad", from: BAD, to: low },
  ] as const;
  const today = Date.now();
  const dayOf = (share: number) => new Date(today - (1 - share) * (averages.length - 1) * step * DAY);
  const nearLimit = [GOOD, BAD].filter((limit) => Math.abs(y(limit) - y(last)) > 12);
  return (
    <div ref={measure} className={styles.chart}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {bands.map(({ verdict, from, to }) => (
          <rect
            key={verdict}
            x={isMirrored ? END : 0}
            y={y(from)}
            width={Math.max(0, end)}
            height={Math.max(0, y(to) - y(from))}
            className={styles.band}
            data-verdict={verdict}
          />
        ))}
        {bands.map(({ verdict, from }) => (
          <text key={verdict} x={place(8)} y={y(from) + 15} className={styles.word} data-verdict={verdict}>
            {words[verdict]}
          </text>
        ))}
        {[GOOD, BAD].map((limit) => (
          <line
            key={limit}
            x1={place(0)}
            x2={place(end)}
            y1={y(limit)}
            y2={y(limit)}
            className={styles.limit}
            data-verdict={limit === GOOD ? "good" : "bad"}
          />
        ))}
        {nearLimit.map((limit) => (
          <text key={limit} x={place(end + 10)} y={y(limit) + 4}>
            {i18n.number(limit)}
          </text>
        ))}
        <path
          d={averages
            .map((average, index) => `${index === 0 ? "M" : "L"}${place(x(index)).toFixed(1)} ${y(average).toFixed(1)}`)
            .join("")}
          className={styles.course}
        />
        <circle cx={place(end - 6)} cy={y(last)} r="5" className={styles.point} data-verdict={verdictOfScore(last)} />
        <text x={place(end + 10)} y={y(last) + 4} className={styles.last}>
          {i18n.number(last, { maximumFractionDigits: 0 })}
        </text>
        {TICKS.map((share) => (
          <text
            key={share}
            x={place(share * (end - 6))}
            y={HEIGHT - 3}
            className={styles.tick}
            data-end={share === 0 ? "start" : share === 1 ? "end" : undefined}
          >
            {i18n.date(dayOf(share), { month: "short", day: "numeric" })}
          </text>
        ))}
      </svg>
    </div>
  );
}
