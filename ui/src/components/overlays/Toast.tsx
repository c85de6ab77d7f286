import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";

// A window starts without any.
const ToastList = lazy(() => import("./ToastList").then((module) => ({ default: module.ToastList })));

/** A short message that comes and goes. */
export type ToastMessage = {
  title: string;
  description?: ReactNode;
  tone?: "info" | "success" | "error" | "delete";
  action?: { label: string; onPress: () => void };
  /** It goes by itself even though it offers something, which is to be had elsewhere too. */
  isPassing?: boolean;
  /** It stays until it is closed, as it is not read in a moment. */
  stays?: boolean;
  /** Controls of its own in place of the button that closes it: it stays until whoever showed it takes it away. */
  controls?: ReactNode;
};

/** How many messages are seen at a time; the others wait behind them, and so does what counts down in them. */
const VISIBLE = 4;

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: VISIBLE });

/**
 * Shows a message for a while; one that tells of trouble or offers an action stays until it is closed. Returns how to
 * take it away.
 */
export function toast(message: ToastMessage): () => void {
  const hasOffer = message.action !== undefined || message.controls !== undefined;
  const stays = message.stays || message.tone === "error" || (hasOffer && !message.isPassing);
  const key = queue.add(message, stays ? {} : { timeout: message.isPassing ? 8000 : 5000 });
  return () => queue.close(key);
}

/** Takes all messages away, so that what one test left is not in the next one. */
export function clearToasts(): void {
  queue.clear();
}

/**
 * Tells of an element in a message whether the user is occupied with the messages, or with another window: nothing must
 * happen by itself then.
 */
export function useIsAttended(): [RefObject<HTMLDivElement | null>, () => boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const isAttended = useCallback(() => {
    const region = ref.current?.closest("[data-toasts]");
    return !document.hasFocus() || !!region?.matches("[data-hovered]") || !!region?.contains(document.activeElement);
  }, []);
  return [ref, isAttended];
}

/** Where messages appear: once, in the frame. */
export function ToastRegion() {
  const hasAny = useSyncExternalStore(subscribe, () => queue.visibleToasts.length > 0);
  const [isUsed, setUsed] = useState(false);
  if (hasAny && !isUsed) setUsed(true);
  return (
    isUsed && (
      <Suspense>
        <ToastList queue={queue} />
      </Suspense>
    )
  );
}

const subscribe = (onChange: () => void) => queue.subscribe(onChange);
