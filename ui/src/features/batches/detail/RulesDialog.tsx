import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { Button, Checkbox, Dialog, DialogFooter, ProblemInline, useFieldTexts } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Batch, BatchRequest } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { CreateRules, isSendable, PasswordRule, PrivacyRule, sentPasswords, USUAL_PASSWORDS } from "../rules";
import { DaysRule } from "../rules/DaysRule";
import { DAYS, isWithin, USUAL_DAYS } from "../rules/values";

/** Changes a plan's options; a started batch only accepts missing passwords. */
export function RulesDialog({ batch, onClose }: { batch: Batch; onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [wish, setWish] = useState(batch.wish);
  const hasPasswords = "privacy" in batch.wish && batch.wish.privacy === "password" && batch.passwords_missing === 0;
  const [passwords, setPasswords] = useState({
    ...USUAL_PASSWORDS,
    kind: hasPasswords ? ("kept" as const) : USUAL_PASSWORDS.kind,
    // Where passwords were part of the plan, that was chosen with them.
    isKept: hasPasswords || batch.passwords_missing > 0 ? batch.keep_passwords : USUAL_PASSWORDS.isKept,
  });
  const [isTried, setTried] = useState(false);
  const isStarted = batch.started_at !== null;
  const needsPasswords = batch.passwords_missing > 0 || ("privacy" in wish && wish.privacy === "password");
  const password = needsPasswords ? sentPasswords(passwords) : null;
  const isUsable = isWithinLimits(wish) && (!needsPasswords || password !== null);

  const replan = useMutation({
    mutationFn: async () => {
      // Rows may have their own passwords, which aren't known here.
      const keep_passwords = needsPasswords ? passwords.isKept : batch.keep_passwords;
      await host.call("batch_update_plan", { batch: batch.number, wish, password, keep_passwords });
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.batches.one(batch.number) }),
        queries.invalidateQueries({ queryKey: keys.batches.allRows(batch.number) }),
      ]);
    },
    onSuccess: onClose,
  });
  const problem = replan.error ? problemOf(replan.error) : null;
  const textOf = useFieldTexts(problem);
  return (
    <Dialog
      title={isStarted ? t`Set passwords` : t`Rules of the plan`}
      isOpen
      onClose={onClose}
      isHeld={replan.isPending}
    >
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (isUsable) replan.mutate();
          else setTried(true);
        }}
      >
        {!isStarted && wish.kind === "create" && (
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
        {!isStarted && wish.kind === "privacy" && (
          <PrivacyRule
            label={<Trans>Who can see the reports</Trans>}
            value={wish.privacy}
            onChange={(privacy) => setWish({ ...wish, privacy })}
            isDisabled={replan.isPending}
          />
        )}
        {!isStarted && wish.kind === "refresh" && (
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
            isTried={isTried}
            errorMessage={textOf("password")}
            isDisabled={replan.isPending}
          />
        )}
        {!isStarted && (
          <p>
            <Trans>All rows are planned anew: those that you switched are switched back. Nothing is sent yet.</Trans>
          </p>
        )}
        {problem && <ProblemInline problem={problem} actions={{ retry: () => replan.mutate() }} />}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={replan.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" isPending={replan.isPending}>
            {isStarted ? <Trans>Set passwords</Trans> : <Trans>Plan anew</Trans>}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** Whether the numbers and names of a wish can be sent as they are. */
function isWithinLimits(wish: BatchRequest): boolean {
  if (wish.kind === "create") return isSendable(wish);
  return wish.kind !== "refresh" || wish.older_than_days === null || isWithin(wish.older_than_days, DAYS);
}

type RefreshRuleProps = { days: number | null; onChange: (days: number | null) => void; isDisabled: boolean };

function RefreshRule({ days, onChange, isDisabled }: RefreshRuleProps) {
  return (
    <>
      <Checkbox
        isSelected={days !== null}
        onChange={(isOn) => onChange(isOn ? USUAL_DAYS : null)}
        isDisabled={isDisabled}
      >
        <Trans>Only those whose checks are old</Trans>
      </Checkbox>
      {days !== null && <DaysRule days={days} onChange={onChange} isDisabled={isDisabled} />}
    </>
  );
}
