import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Disclosure, DisclosurePanel, Button as RawButton } from "react-aria-components";
import { CopyButton } from "../buttons/CopyButton";
import styles from "./Details.module.css";

/** Technical text to expand and copy. */
export function Details({ text }: { text: string }) {
  return (
    <Disclosure className={styles.details}>
      <RawButton slot="trigger" className={styles.trigger}>
        <ChevronRight size={14} aria-hidden />
        <Trans>Details</Trans>
      </RawButton>
      <DisclosurePanel className={styles.panel}>
        <DetailsText text={text} />
      </DisclosurePanel>
    </Disclosure>
  );
}

/** Technical text to copy. */
export function DetailsText({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <>
      <pre className={styles.text} dir="ltr">
        {text}
      </pre>
      <CopyButton text={() => text}>{t`Copy details`}</CopyButton>
    </>
  );
}
