import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUpRight } from "lucide-react";
import { Link } from "react-aria-components";
import { useOpenAddress } from "../../components";
import styles from "./Explanation.module.css";
import type { GuideEntry } from "./guide";

/** Terms of a list: why a check matters, how to fix it if it failed, and where to read more. */
export function Explanation({ entry, isFailed = true }: { entry: GuideEntry; isFailed?: boolean }) {
  const { t } = useLingui();
  const openAddress = useOpenAddress();
  const { name, why, how, reference } = entry;
  const more = (
    <Link className={styles.more} onPress={() => openAddress(reference)} aria-label={t`Read more: ${name}`}>
      <Trans>Read more</Trans>
      <ArrowUpRight size={13} strokeWidth={2} aria-hidden />
    </Link>
  );
  return (
    <>
      <div className={styles.term}>
        <dt>
          <Trans>Why it matters</Trans>
        </dt>
        <dd>
          {why} {!isFailed && more}
        </dd>
      </div>
      {isFailed && (
        <div className={styles.term}>
          <dt>
            <Trans>How to fix</Trans>
          </dt>
          <dd>
            {how} {more}
          </dd>
        </div>
      )}
    </>
  );
}
