import { Trans } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { VisuallyHidden } from "react-aria-components";
import styles from "./History.module.css";

/** Separates the old and the new value. */
export function ChangeArrow() {
  return (
    <>
      {" "}
      <ArrowRight size={12} strokeWidth={1.75} aria-hidden className={styles.became} />
      <VisuallyHidden elementType="span">
        <Trans>changed to</Trans>
      </VisuallyHidden>{" "}
    </>
  );
}
