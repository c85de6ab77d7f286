import styles from "./Problem.module.css";

/** A plug beside its socket: the service can’t be reached. */
export function Unplugged() {
  return (
    <svg className={styles.drawing} width={180} height={108} viewBox="0 0 180 108" aria-hidden="true">
      <path className={styles.soft} d="M4 84c22 0 16-30 40-30M147 54c20 0 10-30 30-30" />
      <rect x="44" y="36" width="30" height="36" rx="8" />
      <path className={styles.filled} d="M118 34h20l9 9v22l-9 9h-20l-9-9V43z" />
      <path d="M74 47h13M74 61h13M109 47h7M109 61h7" strokeWidth={2.5} />
      <path className={styles.brass} d="m95 26-2-8M102 27l5-7M95 82l-2 8M102 81l5 7" />
    </svg>
  );
}
