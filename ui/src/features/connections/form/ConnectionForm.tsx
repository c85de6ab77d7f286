import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { Button, ProblemInline, TextField, useFieldTexts, useIntoView, useIsSlow } from "../../../components";
import { makeProblem } from "../../../host";
import type { Connection, ConnectionCheck, FieldProblem, KeyPlace, ProblemCode } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { LeaveQuestion, useLoss } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { DraftNotice } from "../../../shared/unsaved/drafts-notice";
import { CheckPanel } from "../connection-test/CheckPanel";
import { verdictOf } from "../connection-test/test-summary";
import { KeychainTrouble } from "../key/KeychainHelp";
import { KeyField } from "../key/KeyField";
import { AddressField } from "./AddressField";
import styles from "./ConnectionForm.module.css";
import { NetworkSettings } from "./NetworkSettings";
import { useConnectionCheck } from "./use-connection-check";
import { isKeychainProblem, useConnectionSave } from "./use-connection-save";
import {
  type FormValues,
  firstValues,
  isPlainHttp,
  isUnusual,
  type KeptValues,
  readKept,
  toDraft,
  toKeep,
  useFormValues,
  wrongSeconds,
} from "./use-form-values";

export type ConnectionFormProps = {
  initial?: Connection;
  /** Focuses the key instead of the name. */
  isForKey?: boolean;
  saveLabel: string;
  /** Called after saving; `check` is the test of a new connection, if it ran. */
  onSaved: (connection: Connection, check: ConnectionCheck | null) => void;
  /** More buttons next to the main one. */
  children?: ReactNode;
};

/** Tests and saves a connection; new ones are tested first, so that mistakes show early. */
export function ConnectionForm({ initial, isForKey = false, saveLabel, onSaved, children }: ConnectionFormProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [found, keepDraft, forgetDraft] = useDraft(`connection ${initial?.id ?? "new"}`, readKept);
  const [values, setValues] = useFormValues(() => ({ ...firstValues(initial, isForKey), ...found }));
  const [startsUnusual] = useState(() => isUnusual(toDraft(null, values, "keychain").network));
  const [isRestored, setRestored] = useState(found !== undefined);
  const [wasInsecure, setWasInsecure] = useState(values.isInsecureAllowed);
  const [wrong, setWrong] = useState<FieldProblem[]>([]);
  const textOf = useFieldTexts(makeProblem("invalid_input", { fields: wrong }));
  const [timesTaken, setTimesTaken] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const checking = useConnectionCheck();
  const passed = useRef<ConnectionCheck>(null);
  const isKept = useRef(false);
  const saving = useConnectionSave(
    (saved) => {
      if (passed.current) queries.setQueryData(keys.check(saved.id), passed.current);
      onSaved(saved, passed.current);
    },
    () => {
      isKept.current = true;
      forgetDraft();
    },
  );
  const { problem } = saving;
  const isCheckedFirst = !initial;
  const isSaving = saving.isPending || (checking.state?.purpose === "save" && checking.state.isPending);

  const draft = JSON.stringify(toKeep(values));
  const isChanged = draft !== JSON.stringify(toKeep(firstValues(initial, false)));
  useEffect(() => {
    if (isKept.current) return;
    const kept: KeptValues = JSON.parse(draft);
    if (isChanged) keepDraft(kept);
    else forgetDraft();
  }, [draft, isChanged, keepDraft, forgetDraft]);
  const hasKey = values.isEnteringKey && values.key.trim() !== "";
  const isEdited = initial !== undefined && isChanged;
  useLoss(hasKey ? t`The key that you typed for a connection.` : null);
  const changedName = initial?.name ?? "";
  useLoss(isEdited ? t`What you changed of the connection “${changedName}”.` : null);

  function startOver() {
    setValues(firstValues(initial, isForKey));
    setWrong([]);
    setRestored(false);
    checking.stop();
    saving.reset();
    form.current?.querySelector("input")?.focus();
  }

  /** Changes values and clears outdated results. */
  function take(found: FieldProblem[]) {
    setWrong(found);
    setTimesTaken((times) => times + 1);
    if (found.some(({ reason }) => reason.kind === "insecure")) setWasInsecure(true);
    if (found.some(({ field }) => field === "key")) setValues({ isEnteringKey: true });
  }

  /** Changes a value, after which earlier news of the form is no news any more. */
  function change(field: string, values: Partial<FormValues>) {
    setValues(values);
    setWrong((earlier) => earlier.filter((other) => other.field !== field));
    checking.stop();
    passed.current = null;
    if (!saving.isPending) saving.reset();
  }

  /** The draft to send, unless what is typed cannot even be sent. */
  function sendable(key_place: KeyPlace = "keychain") {
    const found = wrongSeconds(values.network);
    if (found.length > 0) take(found);
    else setWrong([]);
    return found.length === 0 ? toDraft(initial?.id ?? null, values, key_place) : null;
  }

  async function test() {
    const draft = sendable();
    const check = draft && (await checking.run(draft, "test"));
    if (check) take(check.steps.flatMap(({ problem }) => problem?.fields ?? []));
  }

  function keep(key_place: KeyPlace) {
    const draft = saving.isPending ? null : sendable(key_place);
    if (!draft) return;
    checking.stop();
    saving.save(draft, ({ fields }) => take(fields));
  }

  async function add() {
    const draft = isSaving ? null : sendable();
    if (!draft) return;
    passed.current = null;
    // Without a name it will be refused, whatever a check would find.
    const check = draft.name.trim() === "" ? null : await checking.run(draft, "save");
    const failed = check && verdictOf(check).failed;
    // Where the check sent nothing, saving says of every field at once what is wrong with it.
    if (draft.name.trim() === "" || failed?.step === "settings") keep("keychain");
    else if (check && !failed) {
      passed.current = check;
      keep("keychain");
    }
  }

  // The first wrong field gets the focus each time that something is found wrong, but not while it is being mended.
  useEffect(() => {
    if (timesTaken > 0) form.current?.querySelector<HTMLElement>("input[aria-invalid=true]")?.focus();
  }, [timesTaken]);

  const keychainProblem = problem && isKeychainProblem(problem) ? problem : null;
  const otherProblem = problem && !keychainProblem && problem.fields.length === 0 ? problem : null;
  const { state } = checking;
  // A check that passes at once is not worth a picture that comes and goes.
  const isLong = useIsSlow(isSaving, 500);
  return (
    <Form
      ref={form}
      className={styles.form}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCheckedFirst) void add();
        else keep("keychain");
      }}
    >
      <LeaveQuestion
        isNeeded={() => !isKept.current && (hasKey || isEdited)}
        title={isEdited ? t`Discard what you changed?` : t`Leave without the key?`}
        leaveLabel={isEdited ? t`Discard` : t`Leave`}
        onLeave={() => isEdited && forgetDraft()}
      >
        {isEdited ? (
          <Trans>What you changed of this connection is not saved.</Trans>
        ) : initial ? (
          <Trans>The key that you typed is not saved, and is kept nowhere else.</Trans>
        ) : (
          <Trans>The rest stays for when you come back, but the key that you typed is kept nowhere.</Trans>
        )}
      </LeaveQuestion>
      {isRestored && (
        <DraftNotice onStartOver={startOver}>
          {initial ? <Trans>Restored what you typed.</Trans> : <Trans>Restored what you typed, but for the key.</Trans>}
        </DraftNotice>
      )}
      <TextField
        label={<Trans>Name</Trans>}
        placeholder={t`For example: Our websites`}
        value={values.name}
        onChange={(name) => change("name", { name })}
        errorMessage={textOf("name")}
        autoFocus={!isForKey}
        autoComplete="off"
      />
      <AddressField
        value={values.address}
        onChange={(address) => change("base_url", { address })}
        errorMessage={textOf("base_url")}
        asksForInsecure={wasInsecure && isPlainHttp(values.address)}
        isInsecureAllowed={values.isInsecureAllowed}
        onAllowInsecure={(isInsecureAllowed) => change("base_url", { isInsecureAllowed })}
      />
      <KeyField
        saved={initial?.key ?? "missing"}
        isEntering={values.isEnteringKey}
        onEnter={(isEnteringKey) => change("key", { isEnteringKey })}
        value={values.key}
        onChange={(key) => change("key", { key })}
        errorMessage={textOf("key")}
        autoFocus={isForKey}
      />
      <NetworkSettings
        value={values.network}
        onChange={(part, field) => change(field, { network: { ...values.network, ...part } })}
        errorOf={textOf}
        isUnusual={startsUnusual}
        isNeeded={
          state?.check?.steps.some(({ problem }) => problem && MENDED_IN_NETWORK.includes(problem.code)) ?? false
        }
        onWrong={take}
      />
      {keychainProblem && (
        <KeychainTrouble
          problem={keychainProblem}
          isPending={saving.isPending}
          onRetry={() => keep("keychain")}
          onKeepInMemory={() => keep("memory")}
        />
      )}
      {otherProblem && <ProblemInline problem={otherProblem} actions={{ retry: () => keep("keychain") }} />}
      {state?.problem && (
        <>
          <ProblemInline problem={state.problem} actions={{ retry: () => void (isCheckedFirst ? add() : test()) }} />
          {state.purpose === "save" && <KeepAnyway onPress={() => keep("keychain")} />}
        </>
      )}
      {state && !state.problem && (state.purpose === "test" || !state.isPending || isLong) && (
        <IntoView what={state.check}>
          <CheckPanel check={state.check} isPending={state.isPending}>
            {state.purpose === "save" &&
              (state.isPending ? (
                <Button onPress={() => keep("keychain")}>
                  <Trans>Save without waiting</Trans>
                </Button>
              ) : (
                <KeepAnyway onPress={() => keep("keychain")} />
              ))}
          </CheckPanel>
        </IntoView>
      )}
      <div className={styles.buttons}>
        {children}
        <Button
          onPress={() => void test()}
          isPending={state?.purpose === "test" && state.isPending}
          isDisabled={isSaving}
        >
          <Trans>Test</Trans>
        </Button>
        <Button type="submit" variant="primary" isPending={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </Form>
  );
}

/** What the network settings can set right. */
const MENDED_IN_NETWORK: readonly ProblemCode[] = [
  "untrusted",
  "proxy_failed",
  "ca_file_unusable",
  "connect_timed_out",
];

function IntoView({ what, children }: { what: unknown; children: ReactNode }) {
  return <div ref={useIntoView(what)}>{children}</div>;
}

function KeepAnyway({ onPress }: { onPress: () => void }) {
  return (
    <Button onPress={onPress}>
      <Trans>Save anyway</Trans>
    </Button>
  );
}
