import { Trans } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { createContext, useContext } from "react";
import { VisuallyHidden } from "react-aria-components";
import styles from "./ChangeArrow.module.css";

/** True within a comparison of two reports. */
export const TwoReports = createContext(false);

/** Separates the old and the new value, or those of two reports. */
export function ChangeArrow() {
  if (useContext(TwoReports)) return <span className={styles.arrow}> · </span>;
  return (
    <>
      {" "}
      <ArrowRight size={12} strokeWidth={1.75} aria-hidden className={styles.arrow} />
      <VisuallyHidden elementType="span">
        <Trans>changed to</Trans>
      </VisuallyHidden>{" "}
    </>
  );
}
