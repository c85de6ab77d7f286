import { useLingui } from "@lingui/react/macro";
import { PRIVACY_ICONS } from "../../components";
import type { RadioGroupProps } from "../../components/fields/RadioGroup";
import type { Privacy } from "../../host/contract";

/** The options of a choice of privacy, with who can see what has it. */
export function usePrivacyOptions(): RadioGroupProps<Privacy>["options"] {
  const { t } = useLingui();
  return [
    { value: "private", label: t`Private`, description: t`Only your account`, icon: PRIVACY_ICONS.private },
    { value: "public", label: t`Public`, description: t`Anyone with the link`, icon: PRIVACY_ICONS.public },
    {
      value: "password",
      label: t`Password`,
      description: t`Anyone with the link and the password`,
      icon: PRIVACY_ICONS.password,
    },
  ];
}
