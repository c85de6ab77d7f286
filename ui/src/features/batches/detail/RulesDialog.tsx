import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button, Checkbox, Dialog, DialogFooter, Form } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Batch, BatchRequest } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { DEFAULT_PASSWORDS, PasswordRule, PrivacyRule, sentPasswords } from "../../../shared/planning/rules";
import { isWithin } from "../../../shared/planning/rules/password-choice";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import { useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { CreateRules, isSendable } from "../rules";
import { DaysRule } from "../rules/DaysRule";
import { ageOf, DAYS, DEFAULT_DAYS } from "../rules/values";

/** Changes a plan's options; a started batch only accepts missing passwords. */
export function RulesDialog({ batch, onClose }: { batch: Batch; onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [wish, setWish] = useState(batch.wish);
  const hasPasswords = "privacy" in batch.wish && batch.wish.privacy === "password" && batch.passwords_missing === 0;
  const [passwords, setPasswords] = useState({
    ...DEFAULT_PASSWORDS,
    kind: hasPasswords ? ("kept" as const) : DEFAULT_PASSWORDS.kind,
    // With passwords in the plan, this was chosen with them.
    isKept: hasPasswords || batch.passwords_missing > 0 ? batch.keep_passwords : DEFAULT_PASSWORDS.isKept,
  });
  const [isTried, setTried] = useState(false);
  const isStarted = batch.started_at !== null;
  const needsPasswords = batch.passwords_missing > 0 || ("privacy" in wish && wish.privacy === "password");
  const password = needsPasswords ? sentPasswords(passwords) : null;
  const hasTyped = needsPasswords && passwords.kind === "one" && passwords.password !== "";
  useUnsavedWarning(hasTyped ? t`A password you typed for a batch` : null);
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
    <Dialog title={isStarted ? t`Set passwords` : t`Options`} isOpen onClose={onClose} isHeld={replan.isPending}>
      <Form
        onSubmit={() => {
          if (isUsable) replan.mutate();
          else setTried(true);
        }}
      >
        {!isStarted && (
          <RequestFields
            connection={batch.connection}
            hasOwnPrivacies={batch.has_own_privacies}
            value={wish}
            onChange={setWish}
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
            <Trans>Updating the plan resets the actions you changed.</Trans>
          </p>
        )}
        {problem && <ProblemInline problem={problem} actions={{ retry: () => replan.mutate() }} />}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={replan.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" isPending={replan.isPending}>
            {isStarted ? <Trans>Set passwords</Trans> : <Trans>Update plan</Trans>}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

type RequestFieldsProps = {
  connection: string;
  /** The list sets a privacy. */
  hasOwnPrivacies: boolean;
  value: BatchRequest;
  onChange: (value: BatchRequest) => void;
  isDisabled: boolean;
};

/** The options of each kind of plan. */
function RequestFields({ connection, hasOwnPrivacies, value, onChange, isDisabled }: RequestFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      {value.kind === "create" && (
        <>
          <PrivacyRule
            label={<Trans>Who can see new reports</Trans>}
            description={hasOwnPrivacies && t`Privacy set in your list takes precedence.`}
            value={value.privacy}
            onChange={(privacy) => onChange({ ...value, privacy })}
            isDisabled={isDisabled}
          />
          <CreateRules connection={connection} value={value} onChange={onChange} isDisabled={isDisabled} />
        </>
      )}
      {value.kind === "privacy" && (
        <PrivacyRule
          label={<Trans>Who can see the reports</Trans>}
          value={value.privacy}
          onChange={(privacy) => onChange({ ...value, privacy })}
          isDisabled={isDisabled}
        />
      )}
      {value.kind === "refresh" && (
        <RefreshRule
          days={value.older_than_days}
          onChange={(older_than_days) => onChange({ ...value, older_than_days })}
          isDisabled={isDisabled}
        />
      )}
    </>
  );
}

/** True if a request's numbers and names are within limits. */
function isWithinLimits(wish: BatchRequest): boolean {
  if (wish.kind === "create") return isSendable(wish);
  return wish.kind !== "refresh" || wish.older_than_days === null || isWithin(wish.older_than_days, DAYS);
}

type RefreshRuleProps = { days: number | null; onChange: (days: number | null) => void; isDisabled: boolean };

function RefreshRule({ days, onChange, isDisabled }: RefreshRuleProps) {
  const age = ageOf(days);
  return (
    <>
      <Checkbox
        isSelected={days !== null}
        onChange={(isOn) => onChange(isOn ? DEFAULT_DAYS : null)}
        isDisabled={isDisabled}
      >
        <Plural value={age} one="Only if last checked over # day ago" other="Only if last checked over # days ago" />
      </Checkbox>
      {days !== null && <DaysRule days={days} onChange={onChange} isDisabled={isDisabled} />}
    </>
  );
}
