import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Disclosure, DisclosurePanel, Button as RawButton } from "react-aria-components";
import styles from "../../shared/problems/Problem.module.css";
import { CopyButton } from "../buttons/CopyButton";

/** Technical text to expand and copy. */
export function Details({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <Disclosure className={styles.details}>
      <RawButton slot="trigger" className={styles.detailsTrigger}>
        <ChevronRight size={14} aria-hidden />
        <Trans>Details</Trans>
      </RawButton>
      <DisclosurePanel className={styles.detailsPanel}>
        <pre className={styles.particulars} dir="ltr">
          {text}
        </pre>
        <CopyButton text={() => text}>{t`Copy details`}</CopyButton>
      </DisclosurePanel>
    </Disclosure>
  );
}
