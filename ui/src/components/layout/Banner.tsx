import { CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from "react";
import styles from "./Banner.module.css";

const ICONS: Record<BannerProps["tone"], LucideIcon> = { info: Info, warning: TriangleAlert, error: CircleX };

/** Subjects of a window’s banners, most important first. */
const RANKS = ["wait", "outage", "app", "query", "rows", "key", "write", "update", "empty", "sync"] as const;

export type BannerRank = (typeof RANKS)[number];

export type BannerProps = {
  tone: "info" | "warning" | "error";
  children: ReactNode;
  action?: ReactNode;
  /** Shown below, when asked for. */
  details?: ReactNode;
  /** Announced to screen readers. */
  isNew?: boolean;
  /** Of all ranked banners, only the most important one is shown. */
  rank?: BannerRank;
};

/** A message about the whole screen. */
export function Banner({ tone, children, action, details, isNew, rank }: BannerProps) {
  const isShown = useIsFirst(rank);
  const Icon = ICONS[tone];
  if (!isShown) return null;
  return (
    <div className={styles.banner} data-tone={tone} role={isNew ? (tone === "error" ? "alert" : "status") : undefined}>
      <Icon size={16} strokeWidth={1.9} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
      {details && <div className={styles.details}>{details}</div>}
    </div>
  );
}

/** Mounted banners with their ranks; the older one wins a tie. */
const banners = new Map<object, number>();
const watchers = new Set<() => void>();

function first(): object | undefined {
  const least = Math.min(...banners.values());
  return [...banners].find(([, rank]) => rank === least)?.[0];
}

function subscribe(changed: () => void) {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** True if no other notice of the window is more important; counts as one while mounted. */
export function useIsFirst(rank: BannerRank | undefined): boolean {
  const [id] = useState(() => ({}));
  const shown = useSyncExternalStore(subscribe, first);
  useLayoutEffect(() => {
    if (rank === undefined) return;
    const tell = () => {
      for (const changed of watchers) changed();
    };
    banners.set(id, RANKS.indexOf(rank));
    tell();
    return () => {
      banners.delete(id);
      tell();
    };
  }, [id, rank]);
  return rank === undefined || shown === id;
}
