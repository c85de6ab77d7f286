import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { keys } from "../../../app/queries";
import { Button, Checkbox, Dialog, DialogFooter, NumberField, ProblemInline, useFieldTexts } from "../../../components";
import { reasonText } from "../../../components/field-reasons";
import { problemOf, useHost } from "../../../host";
import type { Batch, BatchWish } from "../../../host/contract";
import { CreateRules, isSendable, PasswordRule, PrivacyRule, sentPasswords, USUAL_PASSWORDS } from "../rules";
import { DAYS, isWithin } from "../rules/values";

/** After how many days a refresh is due unless another number is given. */
const USUAL_DAYS = 30;

/** The rules of a plan, to plan it anew by others. */
export function RulesDialog({ batch, onClose }: { batch: Batch; onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [wish, setWish] = useState(batch.wish);
  const hasPasswords = "privacy" in batch.wish && batch.wish.privacy === "password" && batch.passwords_missing === 0;
  const [passwords, setPasswords] = useState({
    ...USUAL_PASSWORDS,
    kind: hasPasswords ? ("kept" as const) : USUAL_PASSWORDS.kind,
    isKept: hasPasswords ? batch.keep_passwords : USUAL_PASSWORDS.isKept,
  });
  const [isTried, setTried] = useState(false);
  const needsPasswords = batch.passwords_missing > 0 || ("privacy" in wish && wish.privacy === "password");
  const password = needsPasswords ? sentPasswords(passwords) : null;
  const isUsable = isWithinLimits(wish) && (!needsPasswords || password !== null);

  const replan = useMutation({
    mutationFn: async () => {
      const keep_passwords = needsPasswords && passwords.isKept;
      await host.call("batch_replan", { batch: batch.number, wish, password, keep_passwords });
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.batches.one(batch.number) }),
        queries.invalidateQueries({ queryKey: keys.batches.allRows(batch.number) }),
      ]);
    },
    onSuccess: onClose,
  });
  const problem = replan.error ? problemOf(replan.error) : null;
  const textOf = useFieldTexts(problem);
  const wrongPassword = textOf("password") ?? (isTried && password === null ? t`This is needed.` : undefined);
  return (
    <Dialog title={t`Rules of the plan`} isOpen onClose={onClose} isHeld={replan.isPending}>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (isUsable) replan.mutate();
          else setTried(true);
        }}
      >
        {wish.kind === "create" && (
          <>
            <PrivacyRule
              label={<Trans>Who can see new reports</Trans>}
              value={wish.privacy}
              onChange={(privacy) => setWish({ ...wish, privacy })}
              isDisabled={replan.isPending}
            />
            <CreateRules connection={batch.connection} value={wish} onChange={setWish} isDisabled={replan.isPending} />
          </>
        )}
        {wish.kind === "privacy" && (
          <PrivacyRule
            label={<Trans>Who can see the reports</Trans>}
            value={wish.privacy}
            onChange={(privacy) => setWish({ ...wish, privacy })}
            isDisabled={replan.isPending}
          />
        )}
        {wish.kind === "refresh" && (
          <RefreshRule
            days={wish.older_than_days}
            onChange={(older_than_days) => setWish({ ...wish, older_than_days })}
            isDisabled={replan.isPending}
          />
        )}
        {needsPasswords && (
          <PasswordRule
            value={passwords}
            onChange={setPasswords}
            hasPresent={hasPasswords}
            errorMessage={wrongPassword}
            isDisabled={replan.isPending}
          />
        )}
        <p>
          <Trans>All rows are planned anew: those that you switched are switched back. Nothing is sent yet.</Trans>
        </p>
        {problem && <ProblemInline problem={problem} actions={{ retry: () => replan.mutate() }} />}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={replan.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" isPending={replan.isPending}>
            <Trans>Plan anew</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** Whether the numbers and names of a wish can be sent as they are. */
function isWithinLimits(wish: BatchWish): boolean {
  if (wish.kind === "create") return isSendable(wish);
  return wish.kind !== "refresh" || wish.older_than_days === null || isWithin(wish.older_than_days, DAYS);
}

type RefreshRuleProps = { days: number | null; onChange: (days: number | null) => void; isDisabled: boolean };

function RefreshRule({ days, onChange, isDisabled }: RefreshRuleProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Checkbox
        isSelected={days !== null}
        onChange={(isOn) => onChange(isOn ? USUAL_DAYS : null)}
        isDisabled={isDisabled}
      >
        <Trans>Only those whose checks are old</Trans>
      </Checkbox>
      {days !== null && (
        <NumberField
          label={<Trans>Refresh if the checks are older than</Trans>}
          unit={t`days`}
          value={days}
          onChange={onChange}
          isDisabled={isDisabled}
          {...(!isWithin(days, DAYS) && {
            errorMessage: reasonText({ kind: "out_of_range", ...DAYS }, i18n._.bind(i18n)),
          })}
        />
      )}
    </>
  );
}
