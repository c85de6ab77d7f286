import { Plural } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Batch } from "../../../host/contract";
import { CountItem } from "./CountItem";
import styles from "./UndoLimits.module.css";

/** Describes the data that undoing the batch can't restore; hidden if there is none. */
export function UndoLimits({ batch }: { batch: Batch }): ReactNode {
  const { replace_password, lose_password, unknown_before } = batch.privacies;
  if (replace_password + lose_password + unknown_before === 0) return null;
  return (
    <ul className={styles.limits}>
      <CountItem of={replace_password}>
        <Plural
          value={replace_password}
          one="Undo can’t bring back # replaced password."
          other="Undo can’t bring back # replaced passwords."
        />
      </CountItem>
      <CountItem of={lose_password}>
        <Plural
          value={lose_password}
          one="Undo protects # report again, but with a new password."
          other="Undo protects # reports again, but with new passwords."
        />
      </CountItem>
      <CountItem of={unknown_before}>
        <Plural
          value={unknown_before}
          one="Undo leaves out # report: its earlier privacy isn’t known."
          other="Undo leaves out # reports: their earlier privacy isn’t known."
        />
      </CountItem>
    </ul>
  );
}
