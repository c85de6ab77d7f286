import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { Tree } from "../../../components";
import type { JsonValue } from "../../../host/contract";
import { listOf } from "../../../i18n";
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

/** The errors of a check in one line; large ones by their kinds alone. */
export function useErrorsText(errors: JsonValue | null): string {
  const { i18n } = useLingui();
  if (errors === null || isNothing(errors)) return "";
  if (typeof errors !== "object" || Array.isArray(errors)) return shortText(i18n, errors) ?? "";
  return listOf(
    i18n,
    Object.entries(errors).map(([kind, value]) => faultText(i18n, kind, value) ?? readableName(kind)),
  );
}

/** A kind of error with its short details; `null` if they are large. */
function faultText(i18n: I18n, kind: string, value: JsonValue): string | null {
  const fault = readableName(kind);
  if (isNothing(value)) return fault;
  const text = shortText(i18n, value);
  return text === null ? null : t(i18n)`${fault} (${text})`;
}

function Fault({ kind, value }: { kind: string; value: JsonValue }) {
  const { i18n } = useLingui();
  const text = faultText(i18n, kind, value);
  if (text === null) return <LargeValue value={value} label={readableName(kind)} />;
  return <p dir="auto">{text}</p>;
}

/** A large value, collapsible as a tree or text. */
export function LargeValue({ value, label }: { value: JsonValue; label: ReactNode }) {
  const { i18n } = useLingui();
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
                <Tree label={t(i18n)`Service message`} value={value} />
              ) : (
                <p className={styles.long}>{String(value)}</p>
              ))}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}
