import { useLingui } from "@lingui/react/macro";
import { Bar } from "@visx/shape";
import { linear, Mark } from "../../../components/charts";
import type { VerdictCounts } from "../../../host/contract";
import { VERDICTS, type VerdictKey } from "../verdicts";
import styles from "./charts.module.css";
import { useChartSize } from "./use-chart-size";

/** Minimum width of a nonempty part, in pixels. */
const LEAST = 3;

/** The verdicts that have reports. */
export function partsOf(verdicts: VerdictCounts) {
  return VERDICTS.filter((key) => verdicts[key] > 0);
}

/** A bar with a part per verdict; `idOf` gives the marks' ids. */
export function VerdictBar({
  verdicts,
  most,
  height,
  idOf,
}: {
  verdicts: VerdictCounts;
  /** The number of reports at full width. */
  most: number;
  /** In pixels. */
  height: number;
  idOf: (key: VerdictKey) => string;
}) {
  const { i18n } = useLingui();
  const { width, measure, place } = useChartSize();
  const keys = partsOf(verdicts);
  const x = linear([0, most], [0, width - keys.length * LEAST]);
  let passed = 0;
  return (
    <div ref={measure} className={styles.bar}>
      <svg width={width} height={height} role="presentation">
        {keys.map((key, index) => {
          const [start, size] = [x(passed) + LEAST * index, x(verdicts[key]) + LEAST - 1];
          passed += verdicts[key];
          const box = { x: place(start, size), y: 0, width: size, height };
          return (
            <Mark key={key} id={idOf(key)} {...box}>
              <Bar {...box} rx={2} className={styles.solid} data-verdict={key} />
              {height >= 16 && size >= 34 && (
                <text x={box.x + size / 2} y={height / 2} dy="0.35em" className={styles.inBar}>
                  {i18n.number(verdicts[key])}
                </text>
              )}
            </Mark>
          );
        })}
      </svg>
    </div>
  );
}
