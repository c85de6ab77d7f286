import { useLingui } from "@lingui/react/macro";
import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../components";
import styles from "./Notice.module.css";

export type NoticeProps = {
  role?: "status" | "alert";
  /** The mark of the report's row. */
  icon?: LucideIcon;
  children: ReactNode;
  /** Buttons, beside a short text or below a long one. */
  actions?: ReactNode;
  /** Dismisses it. */
  onClose?: () => void;
};

/** A message about the open report. */
export function Notice({ role, icon: Icon, children, actions, onClose }: NoticeProps) {
  const { t } = useLingui();
  return (
    <div className={styles.notice} role={role}>
      {Icon && <Icon size={14} strokeWidth={1.9} aria-hidden />}
      <div className={styles.text}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onClose && (
        <div className={styles.close}>
          <Button variant="quiet" icon={X} aria-label={t`Close notice`} onPress={onClose} />
        </div>
      )}
    </div>
  );
}
