import { Trans } from "@lingui/react/macro";
import styles from "./AddressText.module.css";
import { splitAddress } from "./address";
import { readable } from "./readable";

type AddressTextProps = {
  address: string;
  /** Among pages of one site; a URL without a path keeps its host. */
  isWithoutHost?: boolean;
  /** Shortens the host, too, where there is little room. */
  isTight?: boolean;
};

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
export function AddressText({ address, isWithoutHost = false, isTight = false }: AddressTextProps) {
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
    <bdi dir="ltr" className={isTight ? styles.tight : undefined} title={text === address ? undefined : address}>
      {!(isWithoutHost && path) && <span className={styles.host}>{host}</span>}
      <span className={styles.path}>{path}</span>
    </bdi>
  );
}
