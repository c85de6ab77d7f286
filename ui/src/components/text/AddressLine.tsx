import { useWidth } from "../use-width";
import styles from "./AddressLine.module.css";
import { AddressRoom, AddressText } from "./AddressText";

type AddressLineProps = {
  address: string;
  isWithoutHost?: boolean;
  /** The host stays, since another page of the list has the same path. */
  hasHost?: boolean;
};

/** A URL in a line that has all the room around it; without enough, the host gives way to the path. */
export function AddressLine({ address, isWithoutHost = false, hasHost = false }: AddressLineProps) {
  const [width, measure] = useWidth<HTMLSpanElement>();
  return (
    <span ref={measure} className={styles.line} dir="ltr" title={address || undefined}>
      <AddressRoom value={hasHost ? undefined : width || undefined}>
        <AddressText address={address} isWithoutHost={isWithoutHost} />
      </AddressRoom>
    </span>
  );
}
