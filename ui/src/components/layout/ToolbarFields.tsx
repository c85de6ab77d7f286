import { useLingui } from "@lingui/react/macro";
import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { DialogTrigger, Popover } from "react-aria-components";
import { Button } from "../buttons/Button";
import { classes } from "../class-names";
import popover from "../overlays/Popover.module.css";
import { useIsFolded } from "./folds";
import styles from "./Toolbar.module.css";

/** Fields of a toolbar, which a button opens where there is no room for them. */
export function ToolbarFields({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  if (!useIsFolded("fields")) return children;
  return (
    <DialogTrigger>
      <Button variant="quiet" icon={ListFilter} aria-label={t`Filters`} />
      <Popover
        aria-label={t`Filters`}
        className={classes(popover.popover, styles.fields)}
        offset={4}
        placement="bottom end"
      >
        {children}
      </Popover>
    </DialogTrigger>
  );
}
