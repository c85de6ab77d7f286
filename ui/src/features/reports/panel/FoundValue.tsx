import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Tree, useFold } from "../../../components";
import type { JsonValue } from "../../../host/contract";
import { type Fault, faultText } from "../../../shared/checks/faults";
import styles from "./FoundValue.module.css";

/** Errors of a check. One whose name is shown already, if any, comes without it. */
export function FoundErrors({ faults, named }: { faults: readonly Fault[]; named?: string | undefined }) {
  const { i18n } = useLingui();
  return faults.map((fault) => {
    const text = fault.kind !== null && fault.kind === named ? fault.details : faultText(i18n, fault);
    if (text === null) {
      return <LargeValue key={fault.kind} value={fault.value} label={fault.label ?? <Trans>Problem</Trans>} />;
    }
    return (
      text !== "" && (
        <p key={fault.kind} dir="auto">
          {text}
        </p>
      )
    );
  });
}

/** A large value, collapsible as a tree or text. */
export function LargeValue({ value, label }: { value: JsonValue; label: ReactNode }) {
  const { i18n } = useLingui();
  const { isOpen, trigger, panel } = useFold();
  return (
    <div>
      <h4 className={styles.heading}>
        <button type="button" {...trigger} className={styles.trigger}>
          <ChevronRight size={13} aria-hidden />
          {label}
        </button>
      </h4>
      {/* Rendered on demand: there can be dozens, and few are opened. */}
      {isOpen && (
        <div {...panel}>
          {typeof value === "object" && value !== null ? (
            <Tree label={t(i18n)`Service message`} value={value} />
          ) : (
            <p className={styles.long}>{String(value)}</p>
          )}
        </div>
      )}
    </div>
  );
}
