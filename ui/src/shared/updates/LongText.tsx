import styles from "./product.module.css";

/** A long text as it was written, such as a log or a licence: in English, whatever the language of the window. */
export function LongText({ children }: { children: string | undefined }) {
  return (
    <pre className={styles.text} lang="en" dir="ltr">
      {children}
    </pre>
  );
}
