import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Heading, Modal, ModalOverlay, Dialog as RawDialog } from "react-aria-components";
import { Button } from "./Button";
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
  children: ReactNode;
};

/** A window over everything else. A form belongs around the body and the footer: give the whole form as `children`. */
export function Dialog({ title, isOpen, onClose, footer, isHeld = false, role = "dialog", children }: DialogProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isHeld && role === "dialog"}
      isKeyboardDismissDisabled={isHeld}
    >
      <Modal className={styles.modal}>
        <RawDialog className={styles.dialog} role={role}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            {role === "dialog" && (
              <Button variant="quiet" icon={X} aria-label={t`Close`} onPress={onClose} isDisabled={isHeld} />
            )}
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </RawDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The row of buttons at the end of a dialog or a form in one. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
