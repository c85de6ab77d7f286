import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { CopyButton } from "../buttons/CopyButton";
import styles from "./Details.module.css";
import { useFold } from "./use-fold";

/** Technical text to expand and copy. */
export function Details({ text }: { text: string }) {
  const { isOpen, trigger, panel } = useFold();
  return (
    <div className={styles.details}>
      <button type="button" {...trigger} className={styles.trigger}>
        <ChevronRight size={14} aria-hidden />
        <Trans>Details</Trans>
      </button>
      {isOpen && (
        <div {...panel}>
          <DetailsText text={text} />
        </div>
      )}
    </div>
  );
}

/** Technical text to copy; `copied` if what stands beside it is copied, too. */
export function DetailsText({ text, copied = text }: { text: string; copied?: string }) {
  const { t } = useLingui();
  return (
    <>
      <pre className={styles.text} dir="ltr">
        {text}
      </pre>
      <CopyButton text={() => copied}>{t`Copy details`}</CopyButton>
    </>
  );
}
