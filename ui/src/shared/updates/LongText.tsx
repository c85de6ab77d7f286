import styles from "./product.module.css";

/** Long text in English, such as a log or a license. */
export function LongText({ children }: { children: string | undefined }) {
  return (
    <pre className={styles.text} lang="en" dir="ltr">
      {children}
    </pre>
  );
}
