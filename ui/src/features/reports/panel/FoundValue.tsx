import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { Tree } from "../../../components";
import type { JsonValue } from "../../../host/contract";
import { readableName } from "../../../shared/checks/check-name";
import { isNothing, shortText } from "../../../shared/checks/found-text";
import styles from "./FoundValue.module.css";

/** A finding: short text, or collapsible. */
export function FoundValue({ value }: { value: JsonValue }) {
  const { i18n } = useLingui();
  if (isNothing(value)) return <Trans>Not found on the page</Trans>;
  const text = shortText(i18n, value);
  if (text !== null) return <Trans>Found: {text}</Trans>;
  return <LargeValue value={value} label={<Trans>Found</Trans>} />;
}

/** Errors of a check: usually a map from kinds of errors to details, but any JSON. */
export function FoundErrors({ errors }: { errors: JsonValue }) {
  const { i18n } = useLingui();
  if (isNothing(errors)) return null;
  if (typeof errors !== "object" || errors === null || Array.isArray(errors)) {
    const text = shortText(i18n, errors);
    return <p>{text ?? <LargeValue value={errors} label={<Trans>Problem</Trans>} />}</p>;
  }
  return Object.entries(errors).map(([kind, value]) => <Fault key={kind} kind={kind} value={value} />);
}

function Fault({ kind, value }: { kind: string; value: JsonValue }) {
  const { i18n } = useLingui();
  const fault = readableName(kind);
  if (isNothing(value)) return <p>{fault}</p>;
  const text = shortText(i18n, value);
  if (text === null) return <LargeValue value={value} label={fault} />;
  return (
    <p>
      <Trans>
        {fault} ({text})
      </Trans>
    </p>
  );
}

/** A large value, collapsible as a tree or text. */
export function LargeValue({ value, label }: { value: JsonValue; label: ReactNode }) {
  const { t } = useLingui();
  return (
    <Disclosure className={styles.large}>
      {({ isExpanded }) => (
        <>
          <Heading level={4} className={styles.heading}>
            <Button slot="trigger" className={styles.trigger}>
              <ChevronRight size={13} aria-hidden />
              {label}
            </Button>
          </Heading>
          {/* Rendered on demand: there can be dozens, and few are opened. */}
          <DisclosurePanel>
            {isExpanded &&
              (typeof value === "object" && value !== null ? (
                <Tree label={t`Service message`} value={value} />
              ) : (
                <p className={styles.long}>{String(value)}</p>
              ))}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}
