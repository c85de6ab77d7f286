import { useLingui } from "@lingui/react/macro";
import { CircleHelp, Globe, KeyRound, Lock, type LucideIcon } from "lucide-react";
import type { Privacy } from "../../host/contract";
import { classes } from "../class-names";
import styles from "./PrivacyMark.module.css";
import worded from "./worded.module.css";

/** The icons of the privacy settings. */
export const PRIVACY_ICONS: Record<Privacy, LucideIcon> = { public: Globe, private: Lock, password: KeyRound };

/** The words of the privacy settings. */
export function usePrivacyWords(): Record<Privacy | "unknown", string> {
  const { t } = useLingui();
  return { public: t`Public`, private: t`Private`, password: t`Password`, unknown: t`Unknown` };
}

/** Privacy as icon and text; unknown is shown as such. */
export function PrivacyMark({ privacy }: { privacy: Privacy | null }) {
  const Icon = privacy ? PRIVACY_ICONS[privacy] : CircleHelp;
  const word = usePrivacyWords()[privacy ?? "unknown"];
  return (
    <span className={classes(worded.worded, styles.privacy)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {word}
    </span>
  );
}
