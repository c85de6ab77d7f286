import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Bar } from "@visx/shape";
import { linear, Mark, Marks } from "../../../components/charts";
import { reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { useBins } from "../use-bins";
import styles from "./charts.module.css";
import { useChartSize } from "./use-chart-size";

const HEIGHT = 236;
const TOP = 18;
const BOTTOM = 20;

/** The number of reports per score range. */
export function ScoreDistribution({ connection, scores }: { connection: string; scores: readonly number[] }) {
  const { t, i18n } = useLingui();
  const go = useGoTo();
  const { width, measure, place } = useChartSize();
  const bins = useBins(scores);
  const step = width / bins.length;
  const floor = HEIGHT - BOTTOM;
  const y = linear([0, Math.max(1, ...scores)], [floor, TOP]);
  return (
    <Marks
      aria-label={t`Score distribution`}
      marks={bins.map(({ from, name, count }) => ({
        id: String(from),
        label: plural(count, { one: `${name}: # report`, other: `${name}: # reports` }),
      }))}
      onOpen={(id) => {
        const bin = bins.find(({ from }) => String(from) === id);
        if (bin) go(reportsPath(connection, { score_min: bin.from, score_max: bin.to }));
      }}
    >
      <div ref={measure} className={styles.picture}>
        <svg width={width} height={HEIGHT} role="presentation">
          {bins.map(({ from, count }, index) => {
            const [start, size] = [index * step + 2, step - 4];
            const [x, top] = [place(start, size), y(count)];
            return (
              <Mark key={from} id={String(from)} x={place(index * step, step)} y={0} width={step} height={floor}>
                <Bar x={x} y={top} width={size} height={floor - top} rx={2} className={styles.count} />
                <text x={x + size / 2} y={top - 6} className={styles.above} data-empty={count === 0 || undefined}>
                  {i18n.number(count)}
                </text>
              </Mark>
            );
          })}
          <line x1={0} x2={width} y1={floor} y2={floor} className={styles.axis} />
          {bins.map(({ from }, index) => (
            <text
              key={from}
              x={place(index * step)}
              y={HEIGHT - 5}
              data-end={index === 0 ? "start" : undefined}
              className={styles.tick}
            >
              {i18n.number(from)}
            </text>
          ))}
          <text x={place(width)} y={HEIGHT - 5} data-end="end" className={styles.tick}>
            {i18n.number(100)}
          </text>
        </svg>
      </div>
    </Marks>
  );
}
