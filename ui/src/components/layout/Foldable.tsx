import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import styles from "./Foldable.module.css";

export type FoldableProps = {
  title: ReactNode;
  /** Set if the parent controls it. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A collapsible section; its content stays mounted. */
export function Foldable({ title, isOpen, onToggle, children }: FoldableProps) {
  return (
    <Disclosure
      className={styles.foldable}
      {...(isOpen !== undefined && { isExpanded: isOpen })}
      {...(onToggle && { onExpandedChange: onToggle })}
    >
      <Heading level={2} className={styles.heading}>
        <Button slot="trigger" className={styles.trigger}>
          <ChevronRight size={14} aria-hidden className={styles.chevron} />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className={styles.content}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}
