import { Trans } from "@lingui/react/macro";
import styles from "./AddressText.module.css";
import { splitAddress } from "./address";

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
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
