import { Trans } from "@lingui/react/macro";
import { classes } from "../class-names";
import styles from "./AddressText.module.css";
import { splitAddress, splitPath } from "./address";
import { readable } from "./readable";

type AddressTextProps = {
  address: string;
  /** Among pages of one site; a URL without a path keeps its host. */
  isWithoutHost?: boolean;
  /** Wraps where there is no room for it in a line. */
  isWhole?: boolean;
};

/** A host or path of up to so many letters is never shortened. */
const [SHORT_HOST, SHORT_PATH] = [10, 6];

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
export function AddressText({ address, isWithoutHost = false, isWhole = false }: AddressTextProps) {
  if (address === "") {
    return (
      <span className={styles.host}>
        <Trans>No URL</Trans>
      </span>
    );
  }
  const text = readable(address);
  const { host, path } = splitAddress(text);
  const { start, end } = splitPath(path);
  return (
    <bdi dir="ltr" className={isWhole ? undefined : styles.line} title={text === address ? undefined : address}>
      {!(isWithoutHost && path) && (
        <span className={classes(styles.host, host.length > SHORT_HOST && styles.long)}>{host}</span>
      )}
      {start !== "" && <span className={classes(styles.path, start.length > SHORT_PATH && styles.long)}>{start}</span>}
      <span className={styles.path}>{end}</span>
    </bdi>
  );
}
