import { Trans } from "@lingui/react/macro";
import { ArrowRightLeft } from "lucide-react";
import { Button } from "../../../components";
import type { ServiceChoice } from "../../../host/contract";
import { FormQuestion } from "./FormQuestion";
import styles from "./FormQuestion.module.css";

export type ServiceQuestionProps = {
  /** The saved URL, and the one typed. */
  from: string;
  to: string;
  isPending: boolean;
  onAnswer: (service: ServiceChoice) => void;
};

/** Asks which service is at the new URL, and explains what happens to the existing data. */
export function ServiceQuestion({ from, to, isPending, onAnswer }: ServiceQuestionProps) {
  return (
    <FormQuestion
      icon={ArrowRightLeft}
      title={<Trans>Is this the same service?</Trans>}
      about={to}
      code="service_unclear"
    >
      <p>
        <Trans>
          The URL changed from <b>{from}</b> to <b>{to}</b>. Nothing was saved yet.
        </Trans>
      </p>
      <div className={styles.choice}>
        <Button onPress={() => onAnswer("same")} isDisabled={isPending}>
          <Trans>Same service at a new URL</Trans>
        </Button>
        <p>
          <Trans>Its history, saved passwords, and batches stay.</Trans>
        </p>
      </div>
      <div className={styles.choice}>
        <Button onPress={() => onAnswer("another")} isDisabled={isPending}>
          <Trans>Another service</Trans>
        </Button>
        <p>
          <Trans>
            The earlier service’s history and saved passwords are deleted when Assay next starts. Its batches can’t
            continue. Until then you can undo this.
          </Trans>
        </p>
      </div>
    </FormQuestion>
  );
}
