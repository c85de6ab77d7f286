import type { ServiceStatus } from "../../shared/data/service-status";
import styles from "./LinkDot.module.css";

/** The connection’s status as a dot, beside a text that says the same. */
export function LinkDot({ link }: { link: ServiceStatus["link"] | "failed" }) {
  return <span className={styles.dot} data-link={link} />;
}
