import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, Info, type LucideIcon, X } from "lucide-react";
import {
  UNSTABLE_ToastRegion as RawRegion,
  UNSTABLE_Toast as RawToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components";
import { Button } from "./Button";
import styles from "./Toast.module.css";

/** A short message that comes and goes. */
export type ToastMessage = {
  title: string;
  description?: string | undefined;
  tone?: "info" | "success" | "error";
  action?: { label: string; onPress: () => void };
  /** It goes by itself even though it offers something, which is to be had elsewhere too. */
  isPassing?: boolean;
};

const ICONS: Record<NonNullable<ToastMessage["tone"]>, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  error: CircleX,
};

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Shows a message for a while; one that tells of trouble or offers an action stays until it is closed. */
export function toast(message: ToastMessage): void {
  const stays = message.tone === "error" || (message.action !== undefined && !message.isPassing);
  queue.add(message, stays ? {} : { timeout: message.isPassing ? 8000 : 5000 });
}

/** Takes all messages away, so that what one test left is not in the next one. */
export function clearToasts(): void {
  queue.clear();
}

/** Where messages appear: once, in the frame. */
export function ToastRegion() {
  const { t } = useLingui();
  return (
    <RawRegion queue={queue} className={styles.region} aria-label={t`Messages`}>
      {({ toast: shown }) => {
        const { title, description, tone = "info", action } = shown.content;
        const Icon = ICONS[tone];
        return (
          <RawToast toast={shown} className={styles.toast} data-tone={tone}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <ToastContent className={styles.content}>
              <Text slot="title" className={styles.title}>
                {title}
              </Text>
              {description && (
                <Text slot="description" className={styles.description}>
                  {description}
                </Text>
              )}
            </ToastContent>
            {action && (
              <Button
                slot={null}
                onPress={() => {
                  queue.close(shown.key);
                  action.onPress();
                }}
              >
                {action.label}
              </Button>
            )}
            <Button slot="close" variant="quiet" icon={X} aria-label={t`Close message`} />
          </RawToast>
        );
      }}
    </RawRegion>
  );
}
