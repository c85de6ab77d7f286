import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { useLocale } from "react-aria-components";
import { useVerdictWords } from "../../../components";
import { verdictOfScore } from "../../../shared/data/verdict-of-score";
import { useWidth } from "../../../shared/screen/use-width";
import styles from "./AverageChart.module.css";

const HEIGHT = 184;
const FLOOR = 166;
/** Room for the values at the end, in pixels. */
const END = 40;
/** Room for the last point, in pixels. */
const POINT = 6;
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

/** Where things are in the picture. */
type Frame = {
  /** The end of the plot, in pixels from the start. */
  end: number;
  low: number;
  high: number;
  y: (score: number) => number;
  /** The x of what is so many pixels from the start. */
  place: (start: number) => number;
};

/** How an average score went, over the bands of the verdicts. */
export function AverageChart({ averages, step, label }: AverageChartProps) {
  const [measured, measure] = useWidth<HTMLDivElement>();
  const isMirrored = useLocale().direction === "rtl";
  const width = measured || FALLBACK;
  const low = Math.max(0, Math.min(LEAST, Math.floor(Math.min(...averages) - 5)));
  const high = Math.min(100, Math.max(MOST, Math.ceil(Math.max(...averages) + 5)));
  const frame: Frame = {
    end: Math.max(0, width - END),
    low,
    high,
    y: (score) => ((high - score) / (high - low)) * FLOOR,
    place: (start) => (isMirrored ? width - start : start),
  };
  const last = averages.at(-1) ?? 0;
  return (
    <div ref={measure} className={styles.chart}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        <Bands {...frame} last={last} />
        <Course {...frame} averages={averages} last={last} />
        <Days {...frame} days={(averages.length - 1) * step} />
      </svg>
    </div>
  );
}

function Bands({ end, low, high, y, place, last }: Frame & { last: number }) {
  const { i18n } = useLingui();
  const words = useVerdictWords();
  const bands = [
    { verdict: "good", from: high, to: GOOD },
    { verdict: "decent", from: GOOD, to: BAD },
    { verdict: "bad", from: BAD, to: low },
  ] as const;
  return (
    <>
      {bands.map(({ verdict, from, to }) => (
        <Fragment key={verdict}>
          <rect
            x={Math.min(place(0), place(end))}
            y={y(from)}
            width={end}
            height={Math.max(0, y(to) - y(from))}
            className={styles.band}
            data-verdict={verdict}
          />
          <text x={place(8)} y={y(from) + 15} className={styles.word} data-verdict={verdict}>
            {words[verdict]}
          </text>
        </Fragment>
      ))}
      {[GOOD, BAD].map((limit) => (
        <Fragment key={limit}>
          <line
            x1={place(0)}
            x2={place(end)}
            y1={y(limit)}
            y2={y(limit)}
            className={styles.limit}
            data-verdict={limit === GOOD ? "good" : "bad"}
          />
          {/* The last value has the place where both are near. */}
          {Math.abs(y(limit) - y(last)) > 12 && (
            <text x={place(end + 10)} y={y(limit) + 4}>
              {i18n.number(limit)}
            </text>
          )}
        </Fragment>
      ))}
    </>
  );
}

type CourseProps = Frame & { averages: readonly number[]; last: number };

function Course({ end, y, place, averages, last }: CourseProps) {
  const { i18n } = useLingui();
  const x = (index: number) => place((index / (averages.length - 1)) * (end - POINT));
  const points = averages.map((average, index) => `${x(index).toFixed(1)} ${y(average).toFixed(1)}`);
  return (
    <>
      <path d={`M${points.join("L")}`} className={styles.course} />
      <circle
        cx={place(end - POINT)}
        cy={y(last)}
        r={POINT - 1}
        className={styles.point}
        data-verdict={verdictOfScore(last)}
      />
      <text x={place(end + 10)} y={y(last) + 4} className={styles.last}>
        {i18n.number(last, { maximumFractionDigits: 0 })}
      </text>
    </>
  );
}

function Days({ end, place, days }: Frame & { days: number }) {
  const { i18n } = useLingui();
  const today = Date.now();
  return TICKS.map((share) => (
    <text
      key={share}
      x={place(share * (end - POINT))}
      y={HEIGHT - 3}
      className={styles.tick}
      data-end={share === 0 ? "start" : share === 1 ? "end" : undefined}
    >
      {i18n.date(new Date(today - (1 - share) * days * DAY), { month: "short", day: "numeric" })}
    </text>
  ));
}
