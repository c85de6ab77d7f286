import { Trans } from "@lingui/react/macro";
import styles from "./AddressText.module.css";
import { splitAddress } from "./address";
import { readable } from "./readable";

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
export function AddressText({ address }: { address: string }) {
  if (address === "") {
    return (
      <span className={styles.host}>
        <Trans>No URL</Trans>
      </span>
    );
  }
  const text = readable(address);
  const { host, path } = splitAddress(text);
  return (
    <bdi dir="ltr" title={text === address ? undefined : address}>
      <span className={styles.host}>{host}</span>
      <span className={styles.path}>{path}</span>
    </bdi>
  );
}
