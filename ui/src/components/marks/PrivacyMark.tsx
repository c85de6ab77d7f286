import { useLingui } from "@lingui/react/macro";
import { CircleHelp, Globe, KeyRound, Lock, type LucideIcon } from "lucide-react";
import { VisuallyHidden } from "react-aria-components";
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

type PrivacyMarkProps = {
  privacy: Privacy | null;
  /** Without room, the text is its tooltip. */
  isIcon?: boolean;
};

/** Privacy as icon and text; unknown is shown as such. */
export function PrivacyMark({ privacy, isIcon = false }: PrivacyMarkProps) {
  const Icon = privacy ? PRIVACY_ICONS[privacy] : CircleHelp;
  const word = usePrivacyWords()[privacy ?? "unknown"];
  return (
    <span className={classes(worded.worded, styles.privacy)} title={isIcon ? word : undefined}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {isIcon ? <VisuallyHidden elementType="span">{word}</VisuallyHidden> : word}
    </span>
  );
}
