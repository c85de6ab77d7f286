import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Foldable.module.css";
import { useFold } from "./use-fold";

export type FoldableProps = {
  title: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  /** Set if the parent controls it. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A collapsible section; its content stays mounted. */
export function Foldable({ title, action, isOpen, onToggle, children }: FoldableProps) {
  const { trigger, panel } = useFold({ isOpen, onToggle });
  return (
    <div>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <button type="button" {...trigger} className={styles.trigger}>
            <ChevronRight size={14} aria-hidden className={styles.chevron} />
            {title}
          </button>
        </h2>
        {action}
      </div>
      <div {...panel}>
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  );
}
