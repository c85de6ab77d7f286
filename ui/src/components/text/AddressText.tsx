import { Trans } from "@lingui/react/macro";
import styles from "./AddressText.module.css";
import { shortHost, splitAddress } from "./address";
import { readable } from "./readable";

type AddressTextProps = {
  address: string;
  /** Among pages of one site; a URL without a path keeps its host. */
  isWithoutHost?: boolean;
  /** The room for it in pixels; the host gives way to the path. */
  room?: number | undefined;
};

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
export function AddressText({ address, isWithoutHost = false, room }: AddressTextProps) {
  if (address === "") {
    return (
      <span className={styles.host}>
        <Trans>No URL</Trans>
      </span>
    );
  }
  const text = readable(address);
  const { host, path } = splitAddress(text);
  const { start, rest } = room === undefined ? { start: host, rest: "" } : shortHost({ host, path }, room);
  return (
    <bdi dir="ltr" title={text === address ? undefined : address}>
      {!(isWithoutHost && path) && (
        <span className={styles.host}>
          {start}
          {rest !== "" && <span className={styles.rest}>{rest}</span>}
        </span>
      )}
      <span className={styles.path}>{path}</span>
    </bdi>
  );
}
