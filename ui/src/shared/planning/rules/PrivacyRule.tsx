import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { RadioGroup } from "../../../components";
import type { Privacy } from "../../../host/contract";

export type PrivacyRuleProps = {
  /** For example “Who can see new reports”. */
  label: ReactNode;
  description?: ReactNode;
  value: Privacy;
  onChange: (privacy: Privacy) => void;
  isDisabled: boolean;
};

/** The choice of who can see a batch's reports. */
export function PrivacyRule({ label, value, onChange, ...props }: PrivacyRuleProps) {
  const { t } = useLingui();
  return (
    <RadioGroup
      {...props}
      label={label}
      orientation="horizontal"
      options={[
        { value: "private", label: t`Private` },
        { value: "public", label: t`Public` },
        { value: "password", label: t`Password` },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
