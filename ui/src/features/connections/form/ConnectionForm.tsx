import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button, Form, TextField } from "../../../components";
import { classes } from "../../../components/class-names";
import type { Connection, ConnectionCheck, ServiceChoice } from "../../../host/contract";
import { useConnections } from "../../../shared/data/connection";
import { type ConnectionField, NETWORK_FIXES } from "../../../shared/navigation/routes";
import { LeaveQuestion } from "../../../shared/unsaved/close-guard";
import { DraftNotice } from "../../../shared/unsaved/drafts-notice";
import { KeyField } from "../key/KeyField";
import { AddressField } from "./AddressField";
import styles from "./ConnectionForm.module.css";
import { SaveProblem, TestResult } from "./FormOutcome";
import { NetworkSettings } from "./NetworkSettings";
import { ServiceQuestion } from "./ServiceQuestion";
import { TwinNotice } from "./TwinNotice";
import { useConnect } from "./use-connect";
import { type ConnectionDraftState, useConnectionDraft } from "./use-connection-draft";
import { type FormValues, freeName, homeOf, isUnusual, nameFrom, needsPermission } from "./use-form-values";
import { useTwin } from "./use-twin";
import { useWrongFields, type WrongFields } from "./use-wrong-fields";

export type ConnectionFormProps = {
  initial?: Connection;
  /** Focuses this field instead of the URL. */
  focus?: ConnectionField | undefined;
  /** Called after saving; `check` is the test of a new connection, if it ran. */
  onSaved: (connection: Connection, check: ConnectionCheck | null) => void;
  /** The buttons are the foot of the screen. */
  hasFoot?: boolean;
  /** More buttons next to the main one. */
  children?: ReactNode;
};

/** Tests and saves a connection; new ones are tested first, so that mistakes show early. */
export function ConnectionForm({ initial, focus, onSaved, hasFoot = false, children }: ConnectionFormProps) {
  const isForKey = focus === "key";
  const draft = useConnectionDraft(initial, isForKey);
  const { values, setValues } = draft;
  const [startsUnusual] = useState(() => isUnusual(values.network));
  const wrong = useWrongFields(draft);
  const connect = useConnect({ initial, draft, setWrong: wrong.show, onSaved });
  const { checkState, isSaving, submit } = connect;
  const { twin, look, clear: clearTwin } = useTwin(initial);
  const asked = connect.problem?.code === "service_unclear" ? initial : undefined;
  const [answer, setAnswer] = useState<ServiceChoice | null>(null);
  const [isMissed, setMissed] = useState(false);

  function clearResults() {
    connect.clear();
    clearTwin();
    setAnswer(null);
    setMissed(false);
  }

  function startOver() {
    draft.startOver();
    wrong.show([]);
    clearResults();
    wrong.form.current?.querySelector("input")?.focus();
  }

  /** Changes values and clears outdated results. */
  function change(field: string, changed: Partial<FormValues>) {
    setValues(changed);
    wrong.clear(field);
    clearResults();
  }

  function send() {
    if (asked) {
      setMissed(answer === null);
      if (answer !== null) connect.save("keychain", answer);
    } else if (twin) {
      clearTwin();
      submit();
    } else {
      void look(values.address).then((isTwin) => isTwin || submit());
    }
  }

  return (
    <Form ref={wrong.form} className={styles.form} onSubmit={send}>
      <UnsavedQuestion initial={initial} draft={draft} />
      {draft.isRestored && (
        <DraftNotice onStartOver={startOver}>
          {initial ? <Trans>Draft restored.</Trans> : <Trans>Draft restored, except the API key.</Trans>}
        </DraftNotice>
      )}
      <MainFields initial={initial} focus={focus} values={values} wrong={wrong} change={change} twin={twin}>
        {asked && (
          <ServiceQuestion
            from={asked.base_url}
            to={values.address.trim()}
            answer={answer}
            onAnswer={setAnswer}
            isMissed={isMissed && answer === null}
          />
        )}
        {twin && <TwinNotice twin={twin} />}
      </MainFields>
      <NetworkSettings
        value={values.network}
        onChange={(part, field) => change(field, { network: { ...values.network, ...part } })}
        errorOf={wrong.errorOf}
        isUnusual={startsUnusual || (focus !== undefined && !isForKey)}
        focus={focus}
        isNeeded={checkState?.check?.steps.some(({ problem }) => problem && NETWORK_FIXES[problem.code]) ?? false}
        onWrong={wrong.show}
      >
        <div>
          <Button
            onPress={connect.test}
            isPending={checkState?.purpose === "test" && checkState.isPending}
            isDisabled={isSaving}
          >
            <Trans>Test connection</Trans>
          </Button>
        </div>
        {checkState?.purpose === "test" && <TestResult connect={connect} />}
      </NetworkSettings>
      {!asked && <SaveProblem connect={connect} />}
      <div className={classes(styles.buttons, hasFoot && styles.foot)}>
        {children}
        <Button type="submit" variant="primary" isPending={isSaving}>
          <SubmitLabel isNew={initial === undefined} isTwin={twin !== null} />
        </Button>
      </div>
      {/* After the button, which stays where it was pressed. */}
      {checkState?.purpose === "save" && <TestResult connect={connect} />}
    </Form>
  );
}

function SubmitLabel({ isNew, isTwin }: { isNew: boolean; isTwin: boolean }) {
  if (isTwin) return isNew ? <Trans>Connect anyway</Trans> : <Trans>Save anyway</Trans>;
  return isNew ? <Trans>Connect</Trans> : <Trans>Save</Trans>;
}

type MainFieldsProps = {
  initial: Connection | undefined;
  focus: ConnectionField | undefined;
  values: FormValues;
  wrong: WrongFields;
  change: (field: string, changed: Partial<FormValues>) => void;
  /** Another connection with the URL. */
  twin: Connection | null;
  /** A question about the URL, next to it. */
  children: ReactNode;
};

/** The URL, the key, and the name, which follows the URL until it is typed. */
function MainFields({ initial, focus, values, wrong, change, twin, children }: MainFieldsProps) {
  const { name, address } = values;
  const taken = useConnections().map((connection) => connection.name);
  const suggest = (typed: string) => freeName(nameFrom(typed), taken);
  const free = twin !== null && name.trim() === twin.name ? freeName(twin.name, taken) : null;
  const isNameTyped = initial !== undefined || name !== suggest(address);
  return (
    <>
      <AddressField
        value={address}
        onChange={(typed) => change("base_url", { address: typed, ...(!isNameTyped && { name: suggest(typed) }) })}
        errorMessage={wrong.errorOf("base_url")}
        asksForInsecure={wrong.wasInsecure && needsPermission(values)}
        isInsecureAllowed={values.isInsecureAllowed}
        onAllowInsecure={(isInsecureAllowed) => change("base_url", { isInsecureAllowed })}
        autoFocus={focus === undefined}
      />
      {children}
      <KeyField
        saved={initial?.key ?? "missing"}
        isEntering={values.isEnteringKey}
        onEnter={(isEnteringKey) => change("key", { isEnteringKey })}
        home={homeOf(address)}
        value={values.key}
        onChange={(key) => change("key", { key })}
        errorMessage={wrong.errorOf("key")}
        autoFocus={focus === "key"}
      />
      <div className={free === null ? styles.optional : undefined}>
        <TextField
          label={<Trans>Name</Trans>}
          description={
            free === null ? (
              <Trans>Optional</Trans>
            ) : (
              <Trans>
                Another connection has this name. Try <b>{free}</b>.
              </Trans>
            )
          }
          value={name}
          onChange={(typed) => change("name", { name: typed })}
          errorMessage={wrong.errorOf("name")}
          autoComplete="off"
        />
      </div>
    </>
  );
}

/** Asks before a key or changes are lost. */
function UnsavedQuestion({ initial, draft }: { initial: Connection | undefined; draft: ConnectionDraftState }) {
  const { t } = useLingui();
  const { isEdited, isLost, forget } = draft;
  return (
    <LeaveQuestion
      isNeeded={isLost}
      title={isEdited ? t`Discard changes?` : t`Discard the API key?`}
      leaveLabel={t`Discard`}
      onLeave={() => isEdited && forget()}
    >
      {isEdited ? (
        <Trans>Your changes to this connection haven’t been saved.</Trans>
      ) : initial ? (
        <Trans>The API key you typed won’t be saved.</Trans>
      ) : (
        <Trans>Your draft is kept, except for the API key.</Trans>
      )}
    </LeaveQuestion>
  );
}
