import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { Button } from "react-aria-components";
import { PrivacyMark, usePrivacyWords } from "../../components";
import { classes } from "../../components/class-names";
import type { ReportRow } from "../../host/contract";
import styles from "./PrivacyButton.module.css";

export type PrivacyButtonProps = {
  row: ReportRow;
  /** Named by the head of its column. */
  isInTable?: boolean;
  /** Without the word. */
  isIcon?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
};

/** A report's privacy, which changes it when pressed. */
export function PrivacyButton(props: PrivacyButtonProps) {
  const { row, isInTable = false, isIcon = false, isDisabled = false, onPress } = props;
  const { t } = useLingui();
  const word = usePrivacyWords()[row.privacy ?? "unknown"];
  return (
    <Button
      className={classes(styles.privacy, isInTable && styles.cell)}
      {...(!isInTable && { "aria-label": t`Privacy: ${word}` })}
      aria-haspopup="dialog"
      data-privacy-of={row.id}
      isDisabled={isDisabled}
      onPress={onPress}
    >
      <PrivacyMark privacy={row.privacy} isIcon={isIcon} />
      {!isInTable && <ChevronDown size={14} strokeWidth={1.75} aria-hidden />}
    </Button>
  );
}
