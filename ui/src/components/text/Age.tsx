import { Trans } from "@lingui/react/macro";
import { Library } from "lucide-react";
import styles from "./Age.module.css";
import { DateText } from "./DateText";

/** Says that the content is a saved copy, and when the service last showed it. */
export function Age({ at }: { at: string }) {
  return (
    <span className={styles.age}>
      <Library size={13} strokeWidth={1.75} aria-hidden />
      <span>
        <Trans>
          Saved copy · <DateText value={at} isInText />
        </Trans>
      </span>
    </span>
  );
}
