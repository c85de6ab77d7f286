import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, Info, type LucideIcon, Trash2, X } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import {
  UNSTABLE_ToastRegion as RawRegion,
  UNSTABLE_Toast as RawToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  type UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components";
import { Button } from "../buttons/Button";
import { classes } from "../class-names";
import inverse from "./inverse.module.css";
import type { ToastMessage } from "./Toast";
import styles from "./Toast.module.css";

const ICONS: Record<NonNullable<ToastMessage["tone"]>, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  error: CircleX,
  delete: Trash2,
};

/** The messages of {@link ToastRegion}; F6 moves the focus there and back. */
export function ToastList({ queue }: { queue: ToastQueue<ToastMessage> }) {
  const { t } = useLingui();
  const count = useSyncExternalStore(
    useCallback((changed: () => void) => queue.subscribe(changed), [queue]),
    () => queue.visibleToasts.length,
  );
  const leadBack = useCallback((region: HTMLDivElement | null) => {
    region?.addEventListener("react-aria-landmark-navigation", (event) => {
      event.preventDefault();
      document.querySelector("main")?.focus();
    });
  }, []);
  return (
    <RawRegion
      ref={leadBack}
      queue={queue}
      className={classes(inverse.floating, styles.region)}
      // React Aria registers a landmark when its label changes, and before the first message there is none.
      aria-label={t`${plural(count, { one: "# message", other: "# messages" })}`}
      data-toasts
    >
      {({ toast: shown }) => {
        const { title, description, tone = "info", action, isPassing, controls } = shown.content;
        const Icon = ICONS[tone];
        const isText = typeof description !== "object";
        return (
          <RawToast toast={shown} className={classes(inverse.ground, inverse.message, styles.toast)} data-tone={tone}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {/* Only errors may interrupt a screen reader. */}
            <ToastContent
              className={classes(styles.content, isText && styles.text)}
              role={tone === "error" ? "alert" : "status"}
            >
              <Text slot="title" className={styles.title}>
                {title}
              </Text>
              {description && (
                <Text
                  slot="description"
                  elementType={isText ? "span" : "div"}
                  className={isText ? styles.line : styles.description}
                >
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
            {action && isPassing && (
              <span className={styles.left} style={{ animationDuration: `${shown.timeout}ms` }} aria-hidden />
            )}
            {controls ?? <Button slot="close" variant="quiet" icon={X} aria-label={t`Close message`} />}
          </RawToast>
        );
      }}
    </RawRegion>
  );
}
