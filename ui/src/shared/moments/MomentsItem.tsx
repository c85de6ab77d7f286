import { useLingui } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { MenuItem } from "../../components";
import { useMoments } from "./use-moments";

/** The entry of a menu that edits moments; says what they are until there is one. */
export function MomentsItem({ onAction }: { onAction: () => void }) {
  const { t } = useLingui();
  const { moments } = useMoments();
  return (
    <MenuItem
      icon={Flag}
      label={t`Edit moments…`}
      {...(moments.length === 0 && { detail: t`Dates you name, to compare with` })}
      onAction={onAction}
    />
  );
}
