import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useIntoView } from "../../../components";
import styles from "./FormQuestion.module.css";

export type FormQuestionProps = {
  icon: LucideIcon;
  title: ReactNode;
  /** Its subject: another one is scrolled into view. */
  about: unknown;
  /** The code of the problem behind it. */
  code?: string;
  children: ReactNode;
};

/** Something to decide before the form can be saved. */
export function FormQuestion({ icon: Icon, title, about, code, children }: FormQuestionProps) {
  return (
    <div className={styles.question} role="alert" ref={useIntoView(about)} data-problem={code}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        {children}
      </div>
    </div>
  );
}
