import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, type RefCallback, useCallback, useState } from "react";
import { Heading, Modal, ModalOverlay, Dialog as RawDialog } from "react-aria-components";
import { Button } from "../buttons/Button";
import { classes } from "../class-names";
import styles from "./Dialog.module.css";

export type DialogProps = {
  title: ReactNode;
  isOpen: boolean;
  /** The user closed it. */
  onClose: () => void;
  /** Buttons at the end; the main one last. */
  footer?: ReactNode;
  /** Where closing would lose something or leave it half done: no closing by Escape or a press outside. */
  isHeld?: boolean;
  role?: "dialog" | "alertdialog";
  /** It has much to show side by side, where there is room. */
  isWide?: boolean;
  children: ReactNode;
};

/** A window over everything else. A form belongs around the body and the footer: give the whole form as `children`. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, footer, isHeld = false, role = "dialog", isWide, children } = props;
  const { t } = useLingui();
  const [isScrolling, body] = useIsScrolling();
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isHeld && role === "dialog"}
      isKeyboardDismissDisabled={isHeld}
    >
      <Modal className={classes(styles.modal, isWide && styles.wide)}>
        <RawDialog className={styles.dialog} role={role}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            {role === "dialog" && (
              <Button variant="quiet" icon={X} aria-label={t`Close`} onPress={onClose} isDisabled={isHeld} />
            )}
          </header>
          <div ref={body} className={styles.body} {...(isScrolling && { tabIndex: 0 })}>
            {children}
          </div>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </RawDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Whether an element has more in it than is in view, so that the keyboard must be able to scroll it. */
function useIsScrolling(): [boolean, RefCallback<HTMLElement>] {
  const [isScrolling, setScrolling] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolling(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isScrolling, ref];
}

/** The row of buttons at the end of a dialog or a form in one. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
