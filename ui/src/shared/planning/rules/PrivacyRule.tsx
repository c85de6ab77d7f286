import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PRIVACY_ICONS, RadioGroup } from "../../../components";
import type { Privacy } from "../../../host/contract";

export type PrivacyRuleProps = {
  /** For example “Who can see new reports”. */
  label: ReactNode;
  description?: ReactNode;
  value: Privacy;
  onChange: (privacy: Privacy) => void;
  isDisabled?: boolean;
};

/** The choice of who can see a batch's reports. */
export function PrivacyRule({ label, description, value, onChange, isDisabled = false }: PrivacyRuleProps) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={label}
      description={description}
      orientation="horizontal"
      options={[
        { value: "private", label: t`Private`, icon: PRIVACY_ICONS.private },
        { value: "public", label: t`Public`, icon: PRIVACY_ICONS.public },
        { value: "password", label: t`Password`, icon: PRIVACY_ICONS.password },
      ]}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
    />
  );
}
