import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../components";
import styles from "./drafts-notice.module.css";

/** Says that a draft was restored, and offers to start over. */
export function DraftNotice({ children, onStartOver }: { children: ReactNode; onStartOver: () => void }) {
  return (
    <div className={styles.notice}>
      <p role="status">{children}</p>
      <Button variant="quiet" onPress={onStartOver}>
        <Trans>Start over</Trans>
      </Button>
    </div>
  );
}
