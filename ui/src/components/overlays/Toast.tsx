import { type ReactNode, type RefObject, useCallback, useRef, useState, useSyncExternalStore } from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import { lazyNamed } from "../deferred";

// Windows start without messages.
const ToastList = lazyNamed(() => import("./ToastList"), "ToastList");

export type ToastMessage = {
  title: string;
  description?: ReactNode;
  tone?: "info" | "success" | "error" | "delete";
  action?: { label: string; onPress: () => void };
  /** Disappears even with an action, which is also offered elsewhere. */
  isPassing?: boolean;
  /** Stays until closed, since it takes longer to read. */
  stays?: boolean;
  /** Replaces the close button; the caller removes the message. */
  controls?: ReactNode;
};

/** Visible messages; the rest wait, with their countdowns. */
const VISIBLE = 4;

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: VISIBLE });

/** Shows a message; errors and those with an action stay until closed. Returns a function that removes it. */
export function toast(message: ToastMessage): () => void {
  const hasOffer = message.action !== undefined || message.controls !== undefined;
  const stays = message.stays || message.tone === "error" || (hasOffer && !message.isPassing);
  const key = queue.add(message, stays ? {} : { timeout: message.isPassing ? 8000 : 5000 });
  return () => queue.close(key);
}

/** Removes all messages, for test isolation. */
export function clearToasts(): void {
  queue.clear();
}

/**
 * True while the user is busy with messages or another window, so that countdowns must pause; with the ref of the
 * message, or of a group that is none.
 */
export function useIsAttended(): [RefObject<HTMLDivElement | null>, () => boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const isAttended = useCallback(() => {
    const region = ref.current?.closest("[data-toasts]") ?? ref.current;
    return !document.hasFocus() || !!region?.matches("[data-hovered]") || !!region?.contains(document.activeElement);
  }, []);
  return [ref, isAttended];
}

/** Mount once, in the frame. */
export function ToastRegion() {
  const hasAny = useSyncExternalStore(subscribe, () => queue.visibleToasts.length > 0);
  const [isUsed, setUsed] = useState(false);
  if (hasAny && !isUsed) setUsed(true);
  return isUsed && <ToastList queue={queue} />;
}

const subscribe = (onChange: () => void) => queue.subscribe(onChange);
