import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form } from "react-aria-components";
import { Button, Dialog, DialogFooter } from "../../components";
import { PasswordRule, PrivacyRule, sentPasswords, USUAL_PASSWORDS } from "../../features/batches/rules";
import type { BatchWish, PasswordWish, Privacy } from "../../host/contract";
import { useLoss } from "../leaving";

export type PrivacyOfSeveralProps = {
  /** How many reports are meant, where that is known. */
  count: number | null;
  onClose: () => void;
  /** Plans the change. */
  onPlan: (wish: BatchWish, password: PasswordWish | null, keepPasswords: boolean) => void;
};

/** Asks who may see several reports from now on, and has the change planned. */
export function PrivacyOfSeveral({ count, onClose, onPlan }: PrivacyOfSeveralProps) {
  const { t } = useLingui();
  const [privacy, setPrivacy] = useState<Privacy>("private");
  const [passwords, setPasswords] = useState(USUAL_PASSWORDS);
  const [isTried, setTried] = useState(false);
  const wish = privacy === "password" ? sentPasswords(passwords) : null;
  const isSendable = privacy !== "password" || wish !== null;
  const hasTyped = privacy === "password" && passwords.kind === "one" && passwords.password !== "";
  useLoss(hasTyped ? t`The password that you typed for several reports.` : null);

  function plan() {
    setTried(true);
    if (!isSendable) return;
    onPlan({ kind: "privacy", privacy }, wish, wish !== null && passwords.isKept);
    onClose();
  }

  return (
    <Dialog title={t`Privacy`} isOpen onClose={onClose}>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          plan();
        }}
      >
        <p>
          {count === null ? (
            <Trans>Applies to all matching reports. Before anything is changed you see the plan.</Trans>
          ) : (
            <Plural
              value={count}
              one="Applies to # report. Before anything is changed you see the plan."
              other="Applies to # reports. Before anything is changed you see the plan."
            />
          )}
        </p>
        <PrivacyRule label={<Trans>Who can see the reports</Trans>} value={privacy} onChange={setPrivacy} />
        {privacy === "password" && (
          <PasswordRule
            value={passwords}
            onChange={setPasswords}
            errorMessage={isTried && passwords.password === "" ? t`This is needed.` : undefined}
          />
        )}
        <DialogFooter>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary">
            <Trans>Make the plan</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
