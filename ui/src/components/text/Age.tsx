import { Trans } from "@lingui/react/macro";
import { Library } from "lucide-react";
import styles from "./Age.module.css";
import { DateText } from "./DateText";

/** Says that the content is a saved copy, and when the service last showed it; or when the service returned it. */
export function Age({ at, isOfService = false }: { at: string; isOfService?: boolean }) {
  return (
    <span className={styles.age}>
      {!isOfService && <Library size={13} strokeWidth={1.75} aria-hidden />}
      <span>
        {isOfService ? (
          <Trans>
            From the service, <DateText value={at} isInText />
          </Trans>
        ) : (
          <Trans>
            Saved copy from <DateText value={at} isInText />
          </Trans>
        )}
      </span>
    </span>
  );
}
