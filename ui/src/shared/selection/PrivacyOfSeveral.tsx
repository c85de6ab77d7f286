import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button, Dialog, DialogFooter, Form, RadioGroup } from "../../components";
import type { BatchSource, Privacy } from "../../host/contract";
import { usePrivacyOptions } from "../passwords/use-privacy-options";
import { DEFAULT_PASSWORDS, PasswordRule, sentPasswords } from "../planning/rules";
import { usePlanning } from "../planning/use-planning";
import { useUnsavedWarning } from "../unsaved/close-guard";

export type PrivacyOfSeveralProps = {
  /** The number of reports, if known. */
  count: number | null;
  connection: string;
  source: BatchSource;
  onClose: () => void;
};

/** Plans a privacy change for several reports. */
export function PrivacyOfSeveral({ count, connection, source, onClose }: PrivacyOfSeveralProps) {
  const { t } = useLingui();
  const [privacy, setPrivacy] = useState<Privacy>("private");
  const [passwords, setPasswords] = useState(DEFAULT_PASSWORDS);
  const [isTried, setTried] = useState(false);
  const { isPlanning, plan, stop } = usePlanning();
  const password = privacy === "password" ? sentPasswords(passwords) : null;
  const isSendable = privacy !== "password" || password !== null;
  const hasTyped = privacy === "password" && passwords.kind === "one" && passwords.password !== "";
  useUnsavedWarning(hasTyped ? t`A password you typed for several reports` : null);

  const title =
    count === null
      ? t`Privacy of all matching reports`
      : t`${plural(count, { one: "Privacy of # report", other: "Privacy of # reports" })}`;

  async function send() {
    setTried(true);
    if (!isSendable || isPlanning) return;
    const keep_passwords = password !== null && passwords.isKept;
    const wish = { kind: "privacy", privacy } as const;
    if (await plan({ connection, source, wish, password, keep_passwords })) onClose();
  }

  return (
    <Dialog title={title} isOpen onClose={onClose} isHeld={isPlanning}>
      <Form onSubmit={() => void send()}>
        <RadioGroup
          label={<Trans>Who can see the reports</Trans>}
          options={usePrivacyOptions()}
          value={privacy}
          onChange={setPrivacy}
          isDisabled={isPlanning}
          autoFocus
        />
        {privacy === "password" && (
          <PasswordRule value={passwords} onChange={setPasswords} isTried={isTried} isDisabled={isPlanning} />
        )}
        <DialogFooter>
          {isPlanning ? (
            <Button onPress={stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <Button onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button type="submit" variant="primary" isPending={isPlanning}>
            <Trans>Review plan</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
