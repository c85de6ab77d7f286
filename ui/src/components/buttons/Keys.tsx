import { Keyboard } from "react-aria-components";
import styles from "./Keys.module.css";
import { useKeysText } from "./key-names";

/** A shortcut as this platform writes it: `⇧⌘C` or `Ctrl+Shift+C`. */
export function Keys({ keys }: { keys: string }) {
  const text = useKeysText()(keys);
  // In one frame, signs would be read as what joins the keys.
  const [, held, sign] = /^(.+)\+([+−=])$/.exec(text) ?? [];
  if (!held) return <Keyboard className={styles.keys}>{text}</Keyboard>;
  return (
    <span className={styles.apart}>
      <Keyboard className={styles.keys}>{held}</Keyboard> <Keyboard className={styles.keys}>{sign}</Keyboard>
    </span>
  );
}
