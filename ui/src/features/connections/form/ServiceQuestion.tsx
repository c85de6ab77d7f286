import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowRightLeft } from "lucide-react";
import { RadioGroup } from "../../../components";
import type { ServiceChoice } from "../../../host/contract";
import { FormQuestion } from "./FormQuestion";

export type ServiceQuestionProps = {
  /** The saved URL, and the one typed. */
  from: string;
  to: string;
  answer: ServiceChoice | null;
  onAnswer: (answer: ServiceChoice) => void;
  /** The form can’t be saved without an answer. */
  isMissed: boolean;
};

/** Asks which service is at the new URL, and explains what happens to the existing data. */
export function ServiceQuestion({ from, to, answer, onAnswer, isMissed }: ServiceQuestionProps) {
  const { t } = useLingui();
  return (
    <FormQuestion
      icon={ArrowRightLeft}
      title={<Trans>Is this the same service?</Trans>}
      about={`${to} ${isMissed}`}
      code="service_unclear"
    >
      <p>
        <Trans>
          The URL changed from <b>{from}</b> to <b>{to}</b>. Nothing was saved.
        </Trans>
      </p>
      <RadioGroup<ServiceChoice>
        aria-label={t`Is this the same service?`}
        value={answer}
        onChange={onAnswer}
        errorMessage={isMissed ? t`Choose one.` : undefined}
        options={[
          {
            value: "same",
            label: t`Same service at a new URL`,
            description: t`Its history, saved passwords, and batches stay.`,
          },
          {
            value: "another",
            label: t`Different service`,
            description: t`The earlier service’s batches stop, and its history and saved passwords are deleted when Assay next starts. You can undo this after saving.`,
          },
        ]}
      />
    </FormQuestion>
  );
}
