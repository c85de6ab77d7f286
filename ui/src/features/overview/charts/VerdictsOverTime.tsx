import { useLingui } from "@lingui/react/macro";
import { curveStepAfter } from "@visx/curve";
import { AreaStack, LinePath } from "@visx/shape";
import { nice, ticks } from "d3-array";
import { Fragment } from "react";
import { type ChartMark, linear, Mark, Marks } from "../../../components/charts";
import type { VerdictCounts } from "../../../host/contract";
import { changesPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import type { SeriesPoint } from "../series";
import { totalOf, useVerdictWords, type VerdictKey } from "../verdicts";
import styles from "./charts.module.css";
import { DayTip } from "./DayTip";
import { useChartSize } from "./use-chart-size";

const HEIGHT = 216;
const TOP = 10;
const BOTTOM = 20;
/** Margins for the axis labels and the legend, in pixels. */
const START = 40;
const END = 68;
/** Minimum distance between labels, in pixels. */
const LINE = 15;

/** Bottom to top: the lowest layer is the easiest to read. */
const LAYERS: readonly VerdictKey[] = ["bad", "decent", "good", "unknown"];

type Known = { at: number; verdicts: VerdictCounts };

/** Stacked areas of verdicts per day; a day opens the changes since then. */
export function VerdictsOverTime({ connection, points }: { connection: string; points: readonly SeriesPoint[] }) {
  const { t, i18n } = useLingui();
  const go = useGoTo();
  const { width, measure, place } = useChartSize();
  const dayText = (day: string) => i18n.date(new Date(`${day}T00:00`), { month: "short", day: "numeric" });

  const known = points.flatMap<Known>(({ verdicts }, at) => (verdicts ? [{ at, verdicts }] : []));
  const most = Math.max(1, ...known.map(({ verdicts }) => totalOf(verdicts)));
  const floor = HEIGHT - BOTTOM;
  const step = (width - START - END) / points.length;
  const [, top] = nice(0, most, 4);
  const y = linear([0, top], [floor, TOP]);
  const layers = LAYERS.filter((key) => known.some(({ verdicts }) => verdicts[key] > 0));
  // The last day extends to its end.
  const end = known.at(-1);
  const data = end ? [...known, { ...end, at: points.length }] : [];
  const edge = (at: number) => place(START + at * step);

  const marks = useMarks(points, known, dayText);
  const open = (id: string) => {
    const point = points.find(({ day }) => day === id);
    if (point) go(`${changesPath(connection)}?since=${Math.max(1, point.daysAgo)}`);
  };
  const start = known[0]?.at ?? points.length;
  const days = [0, 1, 2, 3].map((part) => Math.round(((points.length - 1) * part) / 3));

  return (
    <Marks aria-label={t`Verdicts over time`} marks={marks} onOpen={open}>
      <div ref={measure} className={styles.picture}>
        <svg width={width} height={HEIGHT} role="presentation">
          <Layers data={data} layers={layers} x={edge} y={y} />
          <Grid values={ticks(0, top, 4)} from={place(START)} to={place(width - END)} label={place(START - 8)} y={y} />
          {known.map(({ at }) => (
            <Mark
              key={points[at]?.day}
              id={points[at]?.day ?? ""}
              x={place(START + at * step, step)}
              y={TOP}
              width={step}
              height={floor - TOP}
            />
          ))}
          {end && <LayerNames layers={layers} verdicts={end.verdicts} x={place(width - END + 8)} y={y} />}
          {start * step > 150 && (
            <text x={place(START + (start * step) / 2)} y={(floor + TOP) / 2} className={styles.before}>
              {t`No data yet`}
            </text>
          )}
          <line x1={place(START)} x2={place(width - END)} y1={floor} y2={floor} className={styles.axis} />
          {days.map((at) => (
            <text key={at} x={place(START + (at + 0.5) * step)} y={HEIGHT - 5} className={styles.tick}>
              {dayText(points[at]?.day ?? "")}
            </text>
          ))}
        </svg>
      </div>
    </Marks>
  );
}

type Scale = (value: number) => number;

function useMarks(
  points: readonly SeriesPoint[],
  known: readonly Known[],
  dayText: (day: string) => string,
): ChartMark[] {
  const { t, i18n } = useLingui();
  return known.flatMap(({ at, verdicts }) => {
    const point = points[at];
    if (!point) return [];
    const [day, good, decent, bad] = [dayText(point.day), ...numbers(verdicts)].map((part) =>
      typeof part === "number" ? i18n.number(part) : part,
    );
    return {
      id: point.day,
      label: t`${day}: ${good} good, ${decent} decent, ${bad} bad`,
      tip: <DayTip day={point.day} verdicts={verdicts} />,
    };
  });
}

function Layers({ data, layers, x, y }: { data: Known[]; layers: VerdictKey[]; x: Scale; y: Scale }) {
  return (
    <AreaStack<Known, VerdictKey>
      data={data}
      keys={layers}
      value={({ verdicts }, key) => verdicts[key]}
      x={({ data: { at } }) => x(at)}
      y0={([from]) => y(from)}
      y1={([, to]) => y(to)}
      curve={curveStepAfter}
    >
      {({ stacks, path }) => (
        <>
          {stacks.map((stack) => (
            <path key={stack.key} d={path(stack) ?? ""} className={styles.area} data-verdict={stack.key} />
          ))}
          {stacks.map((stack) => (
            <LinePath
              key={stack.key}
              data={stack}
              x={({ data: { at } }) => x(at)}
              y={([, to]) => y(to)}
              curve={curveStepAfter}
              className={styles.edge}
              data-verdict={stack.key}
            />
          ))}
        </>
      )}
    </AreaStack>
  );
}

type GridProps = { values: readonly number[]; from: number; to: number; label: number; y: Scale };

function Grid({ values, from, to, label, y }: GridProps) {
  const { i18n } = useLingui();
  return values.map((value) => (
    <Fragment key={value}>
      <line x1={from} x2={to} y1={y(value)} y2={y(value)} className={styles.grid} />
      <text x={label} y={y(value)} dy="0.35em" className={styles.value}>
        {i18n.number(value)}
      </text>
    </Fragment>
  ));
}

type LayerNamesProps = { layers: readonly VerdictKey[]; verdicts: VerdictCounts; x: number; y: Scale };

function LayerNames({ layers, verdicts, x, y }: LayerNamesProps) {
  const words = useVerdictWords();
  return labelPlaces(layers, verdicts, y).map(({ key, top }) => (
    <text key={key} x={x} y={top} dy="0.35em" className={styles.word} data-verdict={key}>
      {words[key]}
    </text>
  ));
}

function numbers({ good, decent, bad }: VerdictCounts): [number, number, number] {
  return [good, decent, bad];
}

/** Label positions beside their layers, without overlaps. */
function labelPlaces(layers: readonly VerdictKey[], verdicts: VerdictCounts, y: (value: number) => number) {
  let [below, free] = [0, y(0) - LINE / 2];
  return layers.map((key) => {
    const middle = y(below + verdicts[key] / 2);
    below += verdicts[key];
    const top = Math.min(middle, free);
    free = top - LINE;
    return { key, top };
  });
}
