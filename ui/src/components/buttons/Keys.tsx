import { Fragment } from "react";
import { Keyboard } from "react-aria-components";
import styles from "./Keys.module.css";
import { useKeysText } from "./key-names";

/** A shortcut as this platform writes it: `⇧⌘C`, or each key of Ctrl Shift C in a frame. */
export function Keys({ keys }: { keys: string }) {
  const names = useKeysText()(keys).split(/\+(?!$)/);
  return (
    <Keyboard className={styles.shortcut}>
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && " "}
          <kbd className={styles.key}>{name}</kbd>
        </Fragment>
      ))}
    </Keyboard>
  );
}
