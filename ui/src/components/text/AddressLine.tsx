import { useWidth } from "../use-width";
import styles from "./AddressLine.module.css";
import { AddressText } from "./AddressText";

/** A URL in a line that has all the room around it; without enough, the host gives way to the path. */
export function AddressLine({ address, isWithoutHost = false }: { address: string; isWithoutHost?: boolean }) {
  const [width, measure] = useWidth<HTMLSpanElement>();
  return (
    <span ref={measure} className={styles.line} dir="ltr" title={address || undefined}>
      <AddressText address={address} isWithoutHost={isWithoutHost} room={width || undefined} />
    </span>
  );
}
