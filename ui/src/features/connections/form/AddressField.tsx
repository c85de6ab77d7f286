import { Trans } from "@lingui/react/macro";
import { Globe } from "lucide-react";
import { useRef, useState } from "react";
import { Banner, Checkbox, TextField } from "../../../components";
import { useHost } from "../../../host";
import type { CheckedBase } from "../../../host/contract";
import styles from "./ConnectionForm.module.css";

export type AddressFieldProps = {
  value: string;
  onChange: (address: string) => void;
  errorMessage: string | undefined;
  /** Plain HTTP must be allowed for this URL. */
  asksForInsecure: boolean;
  isInsecureAllowed: boolean;
  onAllowInsecure: (isAllowed: boolean) => void;
  autoFocus: boolean;
};

/** The URL field, with a confirmation for plain HTTP. */
export function AddressField(props: AddressFieldProps) {
  const { value, onChange, errorMessage, asksForInsecure, isInsecureAllowed, onAllowInsecure, autoFocus } = props;
  const host = useHost();
  const [usedAs, setUsedAs] = useState<CheckedBase | null>(null);
  const asked = useRef<string>(null);

  async function preview() {
    const typed = value.trim();
    asked.current = typed;
    setUsedAs(null);
    if (typed === "") return;
    try {
      const base = await host.call("base_check", { url: typed });
      if (asked.current === typed) setUsedAs(base);
    } catch {
      // Saving or testing reports invalid URLs.
    }
  }

  const shownAs = usedAs && usedAs.url !== value.trim().replace(/\/+$/, "") ? usedAs.url : null;
  const leftOut = usedAs?.left_out;
  return (
    <>
      <TextField
        label={<Trans>Service URL</Trans>}
        description={
          shownAs && leftOut ? (
            <Trans>
              Will use <b>{shownAs}</b> (Assay adds {leftOut})
            </Trans>
          ) : shownAs ? (
            <Trans>
              Will use <b>{shownAs}</b>
            </Trans>
          ) : (
            <Trans>For example, https://seo.example.com</Trans>
          )
        }
        value={value}
        onChange={(typed) => {
          onChange(typed);
          asked.current = null;
          setUsedAs(null);
        }}
        onBlur={() => void preview()}
        errorMessage={errorMessage}
        before={<Globe size={16} strokeWidth={1.9} aria-hidden className={styles.icon} />}
        autoFocus={autoFocus}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
      />
      {asksForInsecure && (
        <div className={styles.insecure}>
          <Banner tone="warning">
            <Trans>
              With http://, others on the network can read your key and reports. Use it only on a network you trust.
            </Trans>
          </Banner>
          <Checkbox isSelected={isInsecureAllowed} onChange={onAllowInsecure}>
            <Trans>Allow http:// for this connection</Trans>
          </Checkbox>
        </div>
      )}
    </>
  );
}
