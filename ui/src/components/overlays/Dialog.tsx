import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, type RefCallback, useCallback, useState } from "react";
import { Heading, Modal, ModalOverlay, Dialog as RawDialog } from "react-aria-components";
import { Button } from "../buttons/Button";
import { classes } from "../class-names";
import styles from "./Dialog.module.css";
import modal from "./modal.module.css";

export type DialogProps = {
  title: ReactNode;
  /** A picture of the object, beside the title. */
  mark?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons, main one last. */
  footer?: ReactNode;
  /** Disables Escape and outside clicks while closing would lose something. */
  isHeld?: boolean;
  role?: "dialog" | "alertdialog";
  /** Wider, if there is room. */
  isWide?: boolean;
  children: ReactNode;
};

/** A modal dialog; a form must wrap both body and footer, so pass it as `children`. */
export function Dialog(props: DialogProps) {
  const { title, mark, isOpen, onClose, footer, isHeld = false, role = "dialog", isWide, children } = props;
  const { t } = useLingui();
  const [isScrolling, body] = useIsScrolling();
  return (
    <ModalOverlay
      className={classes(modal.veil, styles.veil)}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isHeld && role === "dialog"}
      isKeyboardDismissDisabled={isHeld}
    >
      <Modal className={classes(modal.modal, styles.modal, isWide && styles.wide)}>
        <RawDialog className={classes(modal.dialog, mark != null && styles.marked)} role={role}>
          <header className={styles.header}>
            {mark}
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

/** True if an element overflows, so that it must be focusable for scrolling. */
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

/** The sentences of a question. */
export function DialogText({ children, ...props }: { children: ReactNode; "aria-live"?: "polite" }) {
  return (
    <div {...props} className={styles.text}>
      {children}
    </div>
  );
}

/** The button row of a dialog or its form. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer ref={leaveRoom} className={styles.footer}>
      {children}
    </footer>
  );
}

/** Leaves the room for a footer below the body of its dialog. */
function leaveRoom(footer: HTMLElement | null) {
  if (!footer) return;
  const dialog = footer.closest("section");
  // Not as it is drawn, which is smaller while the dialog opens.
  const measure = () => dialog?.style.setProperty("--footer", `${footer.offsetHeight}px`);
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(footer, { box: "border-box" });
  return () => observer.disconnect();
}
