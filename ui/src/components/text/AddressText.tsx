import { Trans } from "@lingui/react/macro";
import styles from "./AddressText.module.css";
import { splitAddress } from "./address";

/** An address with the part that tells it from its neighbors in a stronger tone. */
export function AddressText({ address }: { address: string }) {
  if (address === "") {
    return (
      <span className={styles.host}>
        <Trans>No address</Trans>
      </span>
    );
  }
  const { host, path } = splitAddress(address);
  return (
    <bdi dir="ltr">
      <span className={styles.host}>{host}</span>
      <span className={styles.path}>{path}</span>
    </bdi>
  );
}
