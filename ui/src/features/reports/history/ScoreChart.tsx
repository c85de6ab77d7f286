import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { curveStepAfter } from "@visx/curve";
import { LinePath } from "@visx/shape";
import { useLocale } from "react-aria-components";
import { dayText, useVerdictWords, useWidth } from "../../../components";
import { linear, Mark, Marks } from "../../../components/charts";
import { classes } from "../../../components/class-names";
import type { History, Snapshot, Verdict } from "../../../host/contract";
import { bandNameAt, type Heights, MIDDLE } from "../../../shared/charts/band-name";
import picture from "../../../shared/charts/picture.module.css";
import { DECENT, GOOD, lowestOf } from "../../../shared/data/verdict-of-score";
import styles from "./ScoreChart.module.css";

const HEIGHT = 132;
const [TOP, BOTTOM] = [4, 18];
/** Room for half of the first score, in pixels. */
const START = 10;
const BANDS: readonly [verdict: Verdict, above: number, below: number][] = [
  ["good", 100, GOOD],
  ["decent", GOOD, DECENT],
  ["bad", DECENT, 0],
];
/** At least as many points are shown, so that small steps look small. */
const LEAST_SPAN = 24;
/** The room of a printed score, in pixels. */
const FIGURE = { width: 22, above: 11, below: 3 };
/** A score after its step is this far from it, in pixels. */
const AFTER = 7;
/** A band with less height, in pixels, isn't named. */
const NAME_ROOM = 20;
/** The width that the longest name of a band may take, in pixels. */
const NAME_WIDTH = 64;
/** From the middle of small text to its edges with air, in pixels. */
const AROUND = 10;
/** Width in pixels without layout. */
const FALLBACK = 380;

type Point = { snapshot: Snapshot; score: number; at: number };

/** Where everything is, in pixels. */
type Plan = {
  /** The time up to which the last score holds. */
  end: number;
  /** The edges where time begins and ends. */
  from: number;
  to: number;
  /** The lowest and the highest score shown. */
  low: number;
  high: number;
  x: (at: number) => number;
  y: (score: number) => number;
};

type Shown = {
  plan: Plan;
  points: readonly Point[];
  /** The points whose scores are printed. */
  printed: ReadonlySet<Point>;
};

/** Where a score is printed. */
type Place = { y: number; isAfter: boolean };

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
  const plan = planOf(points, { first, last, end, width, direction });
  const { from, to, x, y } = plan;
  const printed = printedOf(points, plan);
  const score = (value: number) => i18n.number(value, { maximumFractionDigits: 0 });
  const day = (at: number) => i18n.date(new Date(at), { dateStyle: "medium" });
  const marks = points.map(({ snapshot, score: value, at }) => ({
    id: String(snapshot.number),
    label: t`${day(at)}: score ${score(value)}`,
  }));
  const isOfToday = day(first.at) === day(Date.now());
  const begin = isOfToday ? i18n.date(new Date(first.at), { timeStyle: "short" }) : dayText(new Date(first.at), i18n);
  return (
    <Marks aria-label={t`Score over time`} marks={marks} onOpen={(id) => onOpen(Number(id))}>
      <p className={styles.trend}>
        <Since difference={Math.round(last.score) - Math.round(first.score)} begin={begin} />
      </p>
      <div ref={measure} className={classes(picture.picture, styles.picture)}>
        <svg width={width} height={HEIGHT} role="presentation">
          <Bands plan={plan} points={points} printed={printed} last={last} />
          <LinePath
            data={[...points, { ...last, at: Math.max(end, last.at) }]}
            x={({ at }) => x(at)}
            y={({ score: value }) => y(value)}
            curve={curveStepAfter}
            className={styles.line}
          />
          <Points plan={plan} points={points} printed={printed} />
          <text x={from} y={HEIGHT - 3}>
            {begin}
          </text>
          <text x={to} y={HEIGHT - 3} className={styles.end}>
            {history.gone_at !== null ? day(end) : isOfToday ? t`Now` : t`Today`}
          </text>
        </svg>
      </div>
    </Marks>
  );
}

function Since({ difference, begin }: { difference: number; begin: string }) {
  if (difference === 0) return <Trans>Same score since {begin}</Trans>;
  const count = Math.abs(difference);
  return difference > 0 ? (
    <Plural value={count} one={`Up # point since ${begin}`} other={`Up # points since ${begin}`} />
  ) : (
    <Plural value={count} one={`Down # point since ${begin}`} other={`Down # points since ${begin}`} />
  );
}

type Around = { first: Point; last: Point; end: number; width: number; direction: "ltr" | "rtl" };

function planOf(points: readonly Point[], { first, last, end, width, direction }: Around): Plan {
  // For the last score.
  const room = last.score < 99.5 ? 26 : 34;
  const [from, start, to] = direction === "rtl" ? [width, width - START, room] : [0, START, width - room];
  const [low, high] = rangeOf(points.map(({ score }) => score));
  const x = linear([first.at, Math.max(end, last.at + 1)], [start, to]);
  const y = linear([low, high], [HEIGHT - BOTTOM, TOP]);
  return { end, from, to, low, high, x, y };
}

/** The verdicts' bands, their limits, and the last score at the end. */
function Bands({ plan, points, printed, last }: Shown & { last: Point }) {
  const { i18n } = useLingui();
  const words = useVerdictWords();
  const { from, to, low, high, y } = plan;
  const inwards = from > to ? -8 : 8;
  const taken = takenAtStart({ plan, points, printed });
  const limits = [GOOD, DECENT].filter((limit) => limit > low && limit < high);
  return (
    <>
      {BANDS.map(([verdict, above, below]) => {
        const [top, bottom] = [y(Math.min(above, high)), y(Math.max(below, low))];
        if (bottom <= top) return null;
        const area = { x: Math.min(from, to), y: top, width: Math.abs(to - from), height: bottom - top };
        return (
          <g key={verdict}>
            <rect {...area} className={styles.band} data-verdict={verdict} />
            {area.height >= NAME_ROOM && (
              <text
                x={from + inwards}
                y={bandNameAt([top, bottom], taken)}
                className={styles.bandName}
                data-verdict={verdict}
              >
                {words[verdict]}
              </text>
            )}
          </g>
        );
      })}
      {limits.map((limit) => (
        <g key={limit}>
          <line
            x1={from}
            x2={to}
            y1={y(limit)}
            y2={y(limit)}
            className={styles.limit}
            data-verdict={limit === GOOD ? "good" : "bad"}
          />
          {Math.abs(y(limit) - y(last.score)) > 14 && (
            <text x={to + inwards} y={y(limit)} dy="0.35em">
              {i18n.number(lowestOf(limit))}
            </text>
          )}
        </g>
      ))}
      <text x={to + inwards} y={y(last.score)} dy="0.35em" className={styles.last}>
        {i18n.number(last.score, { maximumFractionDigits: 0 })}
      </text>
    </>
  );
}

function Points({ plan: { end, x, y }, points, printed }: Shown) {
  const { i18n } = useLingui();
  const onward = Math.sign(x(end + 1) - x(0));
  return points.map((point, index) => {
    const { snapshot, score, at } = point;
    // Hit areas extend halfway to the neighbors.
    const [before, after] = [points[index - 1]?.at ?? at, points[index + 1]?.at ?? Math.max(end, at)];
    const edges = [x((before + at) / 2), x((after + at) / 2)];
    const [start, stop] = [Math.min(...edges, x(at) - 5), Math.max(...edges, x(at) + 5)];
    return (
      <Mark
        key={snapshot.number}
        id={String(snapshot.number)}
        x={start}
        y={TOP}
        width={stop - start}
        height={HEIGHT - BOTTOM - TOP}
      >
        <line x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} className={styles.hover} />
        <circle cx={x(at)} cy={y(score)} r={4} className={styles.dot} data-verdict={snapshot.row.verdict} />
        {printed.has(point) && (
          <Figure x={x(at)} onward={onward} place={besideLine(y(score), points[index - 1], score)}>
            {i18n.number(score, { maximumFractionDigits: 0 })}
          </Figure>
        )}
      </Mark>
    );
  });
}

type FigureProps = { x: number; onward: number; place: Place; children: string };

function Figure({ x, onward, place: { y, isAfter }, children }: FigureProps) {
  return (
    <text x={isAfter ? x + onward * AFTER : x} y={y} className={styles.figure} data-after={isAfter || undefined}>
      {children}
    </text>
  );
}

/** Not where the line comes from; without room elsewhere, after the step. */
function besideLine(y: number, before: Point | undefined, score: number): Place {
  const [above, below] = [y - 9, y + 17];
  const fits = { above: y - TOP > 20, below: below <= HEIGHT - BOTTOM - 2 };
  const from = before === undefined || before.score === score ? null : before.score > score ? "above" : "below";
  const isBelow = from === "above" ? fits.below : !fits.above;
  return { y: isBelow ? below : above, isAfter: from === (isBelow ? "below" : "above") };
}

type Box = { start: number; end: number; top: number; bottom: number };

/** The points whose scores have room beside the line and each other; the last one's is at the end of the chart. */
function printedOf(points: readonly Point[], { from, to, x, y }: Plan): ReadonlySet<Point> {
  const printed = new Set<Point>();
  const along = (at: number) => Math.abs(x(at) - from);
  const taken = points.flatMap(({ score, at }, index): Box[] => {
    const [line, before] = [y(score), y(points[index - 1]?.score ?? score)];
    const next = points[index + 1];
    const end = next ? along(next.at) : Math.abs(to - from);
    return [
      { start: along(at), end: along(at), top: Math.min(line, before), bottom: Math.max(line, before) },
      { start: along(at), end, top: line, bottom: line },
    ];
  });
  for (const [index, point] of points.slice(0, -1).entries()) {
    const place = besideLine(y(point.score), points[index - 1], point.score);
    const start = along(point.at) + (place.isAfter ? AFTER : -FIGURE.width / 2);
    const box: Box = {
      start,
      end: start + FIGURE.width,
      top: place.y - FIGURE.above,
      bottom: place.y + FIGURE.below,
    };
    if (box.end > Math.abs(to - from) || taken.some((other) => overlap(box, other))) continue;
    printed.add(point);
    taken.push(box);
  }
  return printed;
}

function overlap(one: Box, other: Box): boolean {
  return one.start < other.end && other.start < one.end && one.top < other.bottom && other.top < one.bottom;
}

/** The line and the printed scores next to the names of bands, with air. */
function takenAtStart({ plan: { from, x, y }, points, printed }: Shown): Heights[] {
  const atStart = points.filter(({ at }) => Math.abs(x(at) - from) <= NAME_WIDTH);
  return atStart.flatMap((point, index): Heights[] => {
    const [now, before] = [y(point.score), y(points[index - 1]?.score ?? point.score)];
    const line: Heights = [Math.min(now, before) - AROUND, Math.max(now, before) + AROUND];
    if (!printed.has(point)) return [line];
    const figure = besideLine(now, points[index - 1], point.score).y - MIDDLE;
    return [line, [figure - AROUND, figure + AROUND]];
  });
}

/** The scores to show: all, and the limit of the next better verdict or, of good ones, the worse one. */
function rangeOf(scores: readonly number[]): [low: number, high: number] {
  const [worst, best] = [Math.min(...scores), Math.max(...scores)];
  const least = Math.min(worst, GOOD);
  const most = [DECENT, GOOD].find((limit) => best < limit) ?? best;
  const span = most - least;
  const air = Math.max(4, (LEAST_SPAN - span) / 2);
  // Room for the verdict's name.
  const beyond = Math.max(air, span / 4 + 2);
  // Room for a printed score below the lowest.
  const below = least < worst ? beyond : Math.max(air, span * 0.3);
  return [Math.max(0, least - below), Math.min(100, most + (most > best ? beyond : air))];
}
