import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { useOpenAddress } from "../../components";
import { classes } from "../../components/class-names";
import styles from "./Explanation.module.css";
import type { GuideEntry } from "./guide";

/** Terms of a list: why a check matters, how to fix it if it failed, and where to read more. */
export function Explanation({ entry, isFailed = true }: { entry: GuideEntry; isFailed?: boolean }) {
  const { t } = useLingui();
  const openAddress = useOpenAddress();
  const { name, why, how, reference } = entry;
  const more = (
    <Link
      className={classes(styles.more, styles.whole)}
      onPress={() => openAddress(reference)}
      aria-label={t`Read more: ${name}`}
    >
      <Trans>Read more</Trans>
      <ArrowUpRight size={13} strokeWidth={2} aria-hidden />
    </Link>
  );
  return (
    <>
      <Term name={<Trans>Why it matters</Trans>}>
        {why} {!isFailed && more}
      </Term>
      {isFailed && (
        <Term name={<Trans>How to fix</Trans>}>
          {how} {more}
        </Term>
      )}
    </>
  );
}

type TermProps = {
  name: ReactNode;
  /** Beside others like it in one line. */
  isShort?: boolean;
  children: ReactNode;
};

/** A term of a list, above what it is, or before that if short. */
export function Term({ name, isShort = false, children }: TermProps) {
  return (
    <div className={isShort ? styles.short : styles.term}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
