import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button, Form } from "../../../components";
import type { Connection, KeyPlace } from "../../../host/contract";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import { LeaveQuestion, useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { draftOf } from "../form/draft";
import { isKeychainProblem, useConnectionSave } from "../form/use-connection-save";
import { homeOf } from "../form/use-form-values";
import { KeychainHelp } from "./KeychainHelp";
import { KeyField } from "./KeyField";
import styles from "./KeyPrompt.module.css";

/** Shown instead of a connection's screens. */
export function KeyPrompt({ connection }: { connection: Connection }) {
  const { name } = connection;
  const { t } = useLingui();
  const [key, setKey] = useState("");
  const saving = useConnectionSave(() => {});
  const { problem } = saving;
  const textOf = useFieldTexts(problem);

  function save(key_place: KeyPlace) {
    if (saving.isPending) return;
    saving.save(draftOf(connection, key.trim() === "" ? null : key, key_place));
  }

  // An empty key would save the connection unchanged, so the field must require one.
  const [isAsked, setAsked] = useState(false);
  const isEmpty = isAsked && key.trim() === "";
  const hasKey = key.trim() !== "";
  useUnsavedWarning(hasKey ? t`An API key you typed` : null);
  const otherFields = problem?.fields.filter(({ field }) => field !== "key") ?? [];

  return (
    <div className={styles.prompt}>
      <LeaveQuestion
        isNeeded={() => hasKey && !saving.isPending}
        title={t`Discard the API key?`}
        leaveLabel={t`Discard`}
      >
        <Trans>The API key you typed won’t be saved.</Trans>
      </LeaveQuestion>
      <Form
        className={styles.form}
        onSubmit={() => {
          setAsked(true);
          if (key.trim() !== "") save("keychain");
        }}
      >
        <KeyRound size={28} strokeWidth={1.25} aria-hidden className={styles.icon} />
        <h1 className={styles.title}>
          <Trans>Enter the API key for {name}</Trans>
        </h1>
        <p className={styles.text}>
          <Trans>It was kept only until Assay closed. Enter it again.</Trans>
        </p>
        <KeyField
          saved="missing"
          isEntering
          onEnter={() => {}}
          home={homeOf(connection.base_url)}
          value={key}
          onChange={(value) => {
            setKey(value);
            if (!saving.isPending) saving.reset();
          }}
          errorMessage={textOf("key") ?? (isEmpty ? t`Required.` : undefined)}
          autoFocus
        />
        {problem && isKeychainProblem(problem) && (
          <KeychainHelp
            problem={problem}
            isPending={saving.isPending}
            onRetry={() => save("keychain")}
            onKeepInMemory={() => save("memory")}
          />
        )}
        {problem && !isKeychainProblem(problem) && (problem.fields.length === 0 || otherFields.length > 0) && (
          <ProblemInline problem={problem} actions={{ retry: () => save("keychain") }} />
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" isPending={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </Form>
    </div>
  );
}
