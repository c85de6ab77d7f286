import type { ReactNode } from "react";
import { useWidth } from "../use-width";
import styles from "./AddressLine.module.css";
import { AddressRoom, AddressText } from "./AddressText";
import { isWithoutRoom, splitAddress } from "./address";
import { readable } from "./readable";

type AddressLineProps = {
  address: string;
  isWithoutHost?: boolean;
  /** Among pages of other hosts. */
  hasOtherHosts?: boolean;
  /** A line below it, which may be empty. */
  children?: ReactNode;
};

/**
 * A URL in a line that has all the room around it; without enough, the host gives way to the path, and comes first in
 * the line below.
 */
export function AddressLine({ address, isWithoutHost = false, hasOtherHosts = false, children }: AddressLineProps) {
  const [width, measure] = useWidth<HTMLSpanElement>();
  const hasBelow = children !== undefined;
  const { host, path } = splitAddress(readable(address));
  const isBelow = hasBelow && hasOtherHosts && path !== "/" && width > 0 && isWithoutRoom(width);
  return (
    <>
      <span ref={measure} className={styles.line} dir="ltr" title={address || undefined}>
        <AddressRoom value={width || undefined}>
          <AddressText address={address} isWithoutHost={isWithoutHost} hasOtherHosts={hasOtherHosts && !hasBelow} />
        </AddressRoom>
      </span>
      {(isBelow || children) && (
        <>
          {" "}
          <span className={styles.below} data-reasons-room>
            {/* Readers have it from the URL. */}
            {isBelow && (
              <span aria-hidden className={styles.host} dir="ltr">
                {host}
              </span>
            )}
            {isBelow && children && (
              <span aria-hidden className={styles.dot}>
                {" · "}
              </span>
            )}
            {/* Another one, since it has other room. */}
            {children && (
              <span key={isBelow ? "after-host" : "alone"} className={styles.rest}>
                {children}
              </span>
            )}
          </span>
        </>
      )}
    </>
  );
}
