import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { Banner, Button, Checkbox, ProblemInline, TextField, useFieldTexts } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Connection, ConnectionDraft, FieldProblem, KeyPlace } from "../../host/contract";
import { CheckResults } from "./CheckResults";
import styles from "./ConnectionForm.module.css";
import { KeychainTrouble } from "./KeychainTrouble";
import { KeyField } from "./KeyField";
import { isKeychainProblem, useConnectionSave } from "./use-connection-save";

export type ConnectionFormProps = {
  /** The connection to change; absent for a new one. */
  initial?: Connection;
  /** Starts at the key, in place of the name. */
  isForKey?: boolean;
  saveLabel: string;
  onSaved: (connection: Connection) => void;
  /** More buttons beside the main one. */
  children?: ReactNode;
};

/** The form for a new or a changed connection: tries it, saves it, and loses nothing that was typed. */
export function ConnectionForm({ initial, isForKey = false, saveLabel, onSaved, children }: ConnectionFormProps) {
  const { t } = useLingui();
  const host = useHost();
  const [name, setName] = useState(initial?.name ?? "");
  const [address, setAddress] = useState(initial?.base_url ?? "");
  const [key, setKey] = useState("");
  const [isEnteringKey, setEnteringKey] = useState(!initial || isForKey);
  const [isInsecureAllowed, setInsecureAllowed] = useState(initial?.allow_insecure ?? false);
  const [wasInsecure, setWasInsecure] = useState(initial?.allow_insecure ?? false);
  const [wrong, setWrong] = useState<FieldProblem[]>([]);
  const [usedAs, setUsedAs] = useState<string | null>(null);
  const asked = useRef<string>(null);
  const fields = { name: useRef<HTMLInputElement>(null), base_url: useRef<HTMLInputElement>(null) };
  const keyInput = useRef<HTMLInputElement>(null);

  const asksForInsecure = wasInsecure && /^\s*http:/i.test(address);
  const draft = (key_place: KeyPlace): ConnectionDraft => ({
    id: initial?.id ?? null,
    name,
    base_url: address,
    allow_insecure: asksForInsecure && isInsecureAllowed,
    key: isEnteringKey && key.trim() !== "" ? key : null,
    key_place,
  });

  const testing = useMutation({
    mutationFn: () => host.call("connection_test", draft("keychain")),
    gcTime: 0,
  });
  // A change of the draft resets the test, and the answer to it is then not taken.
  const test = () =>
    testing.mutate(undefined, {
      onSuccess: ({ steps }) => take(steps.flatMap(({ problem }) => problem?.fields ?? [])),
    });
  const saving = useConnectionSave(onSaved);
  const { problem } = saving;
  const textOf = useFieldTexts(wrong.length > 0 ? { ...EMPTY, fields: wrong } : null);

  /** Shows what is wrong at the fields, and makes those appear that are needed for it. */
  function take(found: FieldProblem[]) {
    setWrong(found);
    if (found.some(({ reason }) => reason.kind === "insecure")) setWasInsecure(true);
    if (found.some(({ field }) => field === "key")) setEnteringKey(true);
  }

  function change(field: string, set: () => void) {
    set();
    setWrong((earlier) => earlier.filter((other) => other.field !== field));
    testing.reset();
    if (!saving.isPending) saving.reset();
  }

  function save(key_place: KeyPlace) {
    if (saving.isPending) return;
    testing.reset();
    setWrong([]);
    saving.save(draft(key_place), ({ fields }) => take(fields));
  }

  // The first wrong field gets the focus when something new is found wrong.
  const first = ["name", "base_url", "key"].find((field) => wrong.some((other) => other.field === field));
  useEffect(() => {
    const inputs = { ...fields, key: keyInput };
    if (first) inputs[first as keyof typeof inputs].current?.focus();
  }, [first]);

  async function preview() {
    const typed = address.trim();
    asked.current = typed;
    setUsedAs(null);
    if (typed === "") return;
    try {
      const { url } = await host.call("address_check", { url: typed });
      if (asked.current === typed) setUsedAs(url.replace(/\/+$/, ""));
    } catch {
      // What is wrong with it is said on saving or testing.
    }
  }

  const shownAs = usedAs && usedAs !== address.trim().replace(/\/+$/, "") ? usedAs : null;
  const keychainProblem = problem && isKeychainProblem(problem) ? problem : null;
  const otherProblem = problem && !keychainProblem && problem.fields.length === 0 ? problem : null;
  const testProblem = testing.error ? problemOf(testing.error) : null;

  return (
    <Form
      className={styles.form}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        save("keychain");
      }}
    >
      <TextField
        label={<Trans>Name</Trans>}
        placeholder={t`For example: Our websites`}
        value={name}
        onChange={(value) => change("name", () => setName(value))}
        errorMessage={textOf("name")}
        autoFocus={!isForKey}
        autoComplete="off"
        inputRef={fields.name}
      />
      <TextField
        label={<Trans>Address of the service</Trans>}
        description={
          shownAs ? (
            <Trans>
              Assay will use <b>{shownAs}</b>
            </Trans>
          ) : (
            <Trans>Such as https://seo.example.com, without /api</Trans>
          )
        }
        value={address}
        onChange={(value) =>
          change("base_url", () => {
            setAddress(value);
            asked.current = null;
            setUsedAs(null);
          })
        }
        onBlur={() => void preview()}
        errorMessage={textOf("base_url")}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck="false"
        inputRef={fields.base_url}
      />
      {asksForInsecure && (
        <div className={styles.insecure}>
          <Banner tone="warning">
            <Trans>
              With http:// anyone on the network between can read the key and the reports. Use it only within a network
              that you trust.
            </Trans>
          </Banner>
          <Checkbox
            isSelected={isInsecureAllowed}
            onChange={(isAllowed) => change("base_url", () => setInsecureAllowed(isAllowed))}
          >
            <Trans>Allow http:// for this connection</Trans>
          </Checkbox>
        </div>
      )}
      <KeyField
        saved={initial?.key ?? "missing"}
        isEntering={isEnteringKey}
        onEnter={(isEntering) => change("key", () => setEnteringKey(isEntering))}
        value={key}
        onChange={(value) => change("key", () => setKey(value))}
        errorMessage={textOf("key")}
        autoFocus={isForKey}
        inputRef={keyInput}
      />
      {keychainProblem && (
        <KeychainTrouble
          problem={keychainProblem}
          isPending={saving.isPending}
          onRetry={() => save("keychain")}
          onKeepInMemory={() => save("memory")}
        />
      )}
      {otherProblem && <ProblemInline problem={otherProblem} actions={{ retry: () => save("keychain") }} />}
      {testProblem && <ProblemInline problem={testProblem} actions={{ retry: test }} />}
      {testing.data && <CheckResults check={testing.data} />}
      <div className={styles.buttons}>
        {children}
        <Button onPress={test} isPending={testing.isPending} isDisabled={saving.isPending}>
          <Trans>Test</Trans>
        </Button>
        <Button type="submit" variant="primary" isPending={saving.isPending}>
          {saveLabel}
        </Button>
      </div>
    </Form>
  );
}

const EMPTY = { code: "invalid_input", said: null, retry_after: null, status: null, detail: null } as const;
