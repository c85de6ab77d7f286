import { useLingui } from "@lingui/react/macro";
import { useVerdictWords } from "../../components";
import { type ChartMark, linear, Mark, Marks } from "../../components/charts";
import { classes } from "../../components/class-names";
import { DECENT, GOOD, lowestOf, verdictOfScore } from "../data/verdict-of-score";
import { labelWidth } from "../lists/label-width";
import styles from "./AverageChart.module.css";
import { bandNameAt } from "./band-name";
import { daysBelow } from "./days-below";
import picture from "./picture.module.css";
import { useChartSize } from "./use-chart-size";

const HEIGHT = 184;
const FLOOR = 166;
const TOP = 5;
/** Room for figures at the end. */
const END = 34;
/** A band with less height, in pixels, isn't named. */
const NAME_ROOM = 14;
/** From the line to the middle of a name, in pixels. */
const NAME_CLEAR = 12;
/** Limits that are closer to the last score, in pixels, have no room for a figure. */
const CLEAR = 16;
const POINT = 5;
/** Room for the name of a band. */
const NAME = 64;

/** A lower average moves the floor. */
const LOWEST = 38;

type AverageChartProps = {
  "aria-label": string;
  /** Averages so many days ago, oldest first. */
  points: readonly { ago: number; score: number }[];
  /** The days from its start to its end. */
  days: number;
  /** Opens the changes of the last days. */
  onOpen: (days: number) => void;
};

/** The average over bands of verdicts; a day opens the changes since then. */
export function AverageChart({ points, days, onOpen, ...props }: AverageChartProps) {
  const { t, i18n } = useLingui();
  const words = useVerdictWords();
  const { width, measure, place } = useChartSize();
  const now = new Date();
  const last = points.at(-1);
  const lowest = Math.max(0, Math.min(LOWEST, ...points.map(({ score }) => score - POINT)));
  const end = width - END;
  const x = linear([days, 0], [0, end - POINT]);
  const y = linear([lowest, 100], [FLOOR, TOP]);
  const step = ((end - POINT) / days) * ((points[0]?.ago ?? 0) - (points[1]?.ago ?? 0));
  const below = daysBelow({
    days,
    now,
    width: end - POINT,
    format: (day, form) => i18n.date(day, form),
    widthOf: labelWidth,
  });
  const text = (score: number) => i18n.number(score, { maximumFractionDigits: 0 });
  const marks = points.map(({ ago, score }): ChartMark => {
    const on = i18n.date(dayBefore(now, ago), { dateStyle: "medium" });
    const average = i18n.number(score, { maximumFractionDigits: 1 });
    return { id: String(ago), label: t`${on}: average score ${average}` };
  });
  const bands = [
    { verdict: "good", from: GOOD, to: 100, limit: GOOD },
    { verdict: "decent", from: DECENT, to: GOOD, limit: undefined },
    { verdict: "bad", from: lowest, to: DECENT, limit: DECENT },
  ] as const;
  const lineAtStart = points
    .filter(({ ago }) => x(ago) <= NAME + step)
    .map(({ score }) => [y(score) - NAME_CLEAR, y(score) + NAME_CLEAR] as const);
  const limits = [GOOD, DECENT].filter((limit) => !last || Math.abs(y(limit) - y(last.score)) >= CLEAR);
  return (
    <Marks {...props} marks={marks} onOpen={(ago) => onOpen(Math.max(1, Number(ago)))}>
      <div ref={measure} className={classes(picture.picture, styles.picture)}>
        <svg width={width} height={HEIGHT} role="presentation">
          {bands.map(({ verdict, from, to, limit }) => (
            <g key={verdict} data-verdict={verdict} className={styles.band}>
              <rect x={place(0, end)} y={y(to)} width={end} height={y(from) - y(to)} />
              {y(from) - y(to) >= NAME_ROOM && (
                <text x={place(8)} y={bandNameAt([y(to), y(from)], lineAtStart)}>
                  {words[verdict]}
                </text>
              )}
              {limit !== undefined && <line x1={place(0)} x2={place(end)} y1={y(limit)} y2={y(limit)} />}
            </g>
          ))}
          {limits.map((limit) => (
            <text key={limit} x={place(width)} y={y(limit)} dy="0.35em" className={styles.figure}>
              {text(lowestOf(limit))}
            </text>
          ))}
          {points.map(({ ago, score }) => (
            <Mark
              key={ago}
              id={String(ago)}
              x={place(x(ago) - step / 2, step)}
              y={TOP}
              width={step}
              height={FLOOR - TOP}
            >
              <circle cx={place(x(ago))} cy={y(score)} r={3} className={styles.day} />
            </Mark>
          ))}
          <polyline points={points.map(({ ago, score }) => `${place(x(ago))},${y(score)}`).join(" ")} />
          {last && (
            <>
              <circle
                cx={place(x(last.ago))}
                cy={y(last.score)}
                r={POINT}
                className={styles.last}
                data-verdict={verdictOfScore(last.score)}
              />
              <text x={place(width)} y={y(last.score)} dy="0.35em" className={classes(styles.figure, styles.now)}>
                {text(last.score)}
              </text>
            </>
          )}
          {below.map(({ ago, text, place: anchor }) => (
            <text key={ago} x={place(x(ago))} y={HEIGHT - 4} className={styles.tick} data-place={anchor}>
              {text}
            </text>
          ))}
        </svg>
      </div>
    </Marks>
  );
}

function dayBefore(now: Date, ago: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
}
