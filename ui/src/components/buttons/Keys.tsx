import { Keyboard } from "react-aria-components";
import styles from "./Keys.module.css";
import { useKeysText } from "./key-names";

/** A shortcut as this platform writes it: `⇧⌘C` or `Ctrl+Shift+C`. */
export function Keys({ keys }: { keys: string }) {
  const textOf = useKeysText();
  return <Keyboard className={styles.keys}>{textOf(keys)}</Keyboard>;
}
