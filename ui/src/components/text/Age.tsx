import { Trans } from "@lingui/react/macro";
import styles from "./Age.module.css";
import { DateText } from "./DateText";

/** Says that the content is a saved copy, and when the service last showed it. */
export function Age({ at }: { at: string }) {
  return (
    <span className={styles.age}>
      <span>
        <Trans>
          Saved copy · <DateText value={at} isInText />
        </Trans>
      </span>
    </span>
  );
}
