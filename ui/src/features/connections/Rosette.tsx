import { LogoMark } from "../../components/LogoMark";
import styles from "./Welcome.module.css";

/** Rings of an engine-turned rosette: mean radius, height of its eight lobes, and copies, each turned a little. */
const RINGS = [
  { radius: 300, lobe: 62, copies: 22 },
  { radius: 190, lobe: 44, copies: 16 },
  { radius: 104, lobe: 26, copies: 12 },
].map(({ radius, lobe, copies }) => {
  const points = Array.from({ length: 192 }, (_, point) => {
    const angle = (point / 192) * 2 * Math.PI;
    const reach = radius + lobe * Math.cos(8 * angle);
    return `${(reach * Math.cos(angle)).toFixed(1)} ${(reach * Math.sin(angle)).toFixed(1)}`;
  });
  // The lobes repeat every 45 degrees.
  return {
    radius,
    path: `M${points.join("L")}Z`,
    turns: Array.from({ length: copies }, (_, at) => (at * 45) / copies),
  };
});

/** An engraved rosette and the mark on it, as decoration. */
export function Rosette() {
  return (
    <>
      <svg className={styles.rosette} viewBox="-380 -380 760 760" aria-hidden>
        {RINGS.map(({ radius, path, turns }) =>
          turns.map((turn) => <path key={`${radius} ${turn}`} d={path} transform={`rotate(${turn})`} />),
        )}
      </svg>
      <LogoMark size={96} ground="brand" className={styles.seal} />
    </>
  );
}
