import { Trans } from "@lingui/react/macro";
import { createContext, useContext } from "react";
import { classes } from "../class-names";
import styles from "./AddressText.module.css";
import { shortHost, splitAddress } from "./address";
import { readable } from "./readable";

type AddressTextProps = {
  address: string;
  /** Among pages of one site; a URL without a path keeps its host. */
  isWithoutHost?: boolean;
  /** The pixels of its line that other things before it take. */
  indent?: number;
};

/** The room of a line for URLs, in pixels; without enough, hosts give way to paths. */
export const AddressRoom = createContext<number | undefined>(undefined);

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
export function AddressText({ address, isWithoutHost = false, indent = 0 }: AddressTextProps) {
  const room = useContext(AddressRoom);
  if (address === "") {
    return (
      <span className={styles.host}>
        <Trans>No URL</Trans>
      </span>
    );
  }
  const text = readable(address);
  const { host, path } = splitAddress(text);
  const { start, rest } = room === undefined ? { start: host, rest: "" } : shortHost({ host, path }, room - indent);
  return (
    <bdi dir="ltr" title={text === address ? undefined : address}>
      {!(isWithoutHost && path !== "/") && (
        <span className={styles.host}>
          {start}
          {rest !== "" && <span className={classes(styles.rest, start !== "" && styles.cut)}>{rest}</span>}
        </span>
      )}
      <span className={styles.path}>{path}</span>
    </bdi>
  );
}
