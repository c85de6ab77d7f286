import { CircleX, FlaskConical, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Banner.module.css";

const ICONS: Record<BannerProps["tone"], LucideIcon> = {
  info: Info,
  warning: TriangleAlert,
  error: CircleX,
  sample: FlaskConical,
};

export type BannerProps = {
  tone: "info" | "warning" | "error" | "sample";
  children: ReactNode;
  action?: ReactNode;
  /** Announced to screen readers. */
  isNew?: boolean;
};

/** A message about the whole screen. */
export function Banner({ tone, children, action, isNew }: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.banner} data-tone={tone} role={isNew ? (tone === "error" ? "alert" : "status") : undefined}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
