import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, Foldable, NumberField, RadioGroup, TextField } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { FieldProblem } from "../../../host/contract";
import type { ConnectionField } from "../../../shared/navigation/routes";
import { ProblemInline } from "../../../shared/problems";
import styles from "./NetworkSettings.module.css";
import { type CertificateValues, MAX_SECONDS, NETWORK_FIELDS, type NetworkValues } from "./use-form-values";

export type NetworkSettingsProps = {
  value: NetworkValues;
  /** `field` is the one being edited. */
  onChange: (change: Partial<NetworkValues>, field: (typeof NETWORK_FIELDS)[number]) => void;
  /** Error texts by contract field name. */
  errorOf: (field: string) => string | undefined;
  /** The field to focus. */
  focus: ConnectionField | undefined;
  /** Settings differ from the defaults or are asked for, so they start expanded. */
  isUnusual: boolean;
  /** A problem may be fixed here. */
  isNeeded: boolean;
  /** Errors in the chosen file. */
  onWrong: (fields: FieldProblem[]) => void;
  /** A button to try them, and the result. */
  children: ReactNode;
};

/** Network settings, expanded if they matter. */
export function NetworkSettings(props: NetworkSettingsProps) {
  const { value, onChange, errorOf, focus, isUnusual, isNeeded, onWrong, children } = props;
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(isUnusual);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  const hasErrors = NETWORK_FIELDS.some((field) => errorOf(field) !== undefined);
  const { proxy, proxyAddress, certificates } = value;
  return (
    <Foldable title={<Trans>Advanced network settings</Trans>} isOpen={isOpen || hasErrors} onToggle={setOpen}>
      <RadioGroup
        label={t`Proxy`}
        options={[
          { value: "system", label: t`System` },
          { value: "direct", label: t`None` },
          { value: "own", label: t`Custom` },
        ]}
        value={proxy}
        onChange={(kind) => onChange({ proxy: kind }, "proxy")}
        autoFocus={focus === "proxy"}
      />
      {proxy === "own" && (
        <TextField
          label={t`Proxy URL`}
          description={t`For example, http://proxy.example.com:3128 (no user name or password)`}
          value={proxyAddress}
          onChange={(address) => onChange({ proxyAddress: address }, "proxy")}
          errorMessage={errorOf("proxy")}
          autoComplete="off"
          spellCheck="false"
          inputMode="url"
        />
      )}
      <CertificateFile
        value={certificates}
        onChange={(certificates) => onChange({ certificates }, "ca_file")}
        errorMessage={errorOf("ca_file")}
        onWrong={onWrong}
        autoFocus={focus === "ca_file"}
      />
      <Waits value={value} onChange={onChange} errorOf={errorOf} focus={focus} />
      {children}
    </Foldable>
  );
}

type CertificateFileProps = {
  value: CertificateValues;
  onChange: (certificates: CertificateValues) => void;
  errorMessage: string | undefined;
  onWrong: (fields: FieldProblem[]) => void;
  autoFocus: boolean;
};

/** The core reads the file; the window only gets its name and number. */
function CertificateFile({ value: { shown }, onChange, errorMessage, onWrong, autoFocus }: CertificateFileProps) {
  const { t } = useLingui();
  const host = useHost();
  const choosing = useMutation({
    mutationFn: () => host.call("ca_file_choose", null),
    onSuccess: (chosen) =>
      chosen !== null && onChange({ choice: { kind: "chosen", file: chosen.file }, shown: chosen.certificates }),
    onError: (thrown) => onWrong(problemOf(thrown).fields),
  });
  const count = shown?.count ?? 0;
  const problem = choosing.error ? problemOf(choosing.error) : null;
  return (
    <>
      <div className={styles.file}>
        <TextField
          label={t`Certificate file`}
          description={
            shown
              ? plural(count, {
                  one: "# certificate, trusted for this connection only. Assay keeps a copy of it.",
                  other: "# certificates, trusted for this connection only. Assay keeps a copy of them.",
                })
              : t`PEM file, trusted for this connection only`
          }
          value={shown?.name ?? ""}
          placeholder={t`No file chosen`}
          errorMessage={errorMessage}
          isReadOnly
          after={
            shown && (
              <Button
                variant="quiet"
                icon={X}
                aria-label={t`Remove certificate file`}
                onPress={() => onChange({ choice: { kind: "none" }, shown: null })}
              />
            )
          }
        />
        <Button
          onPress={() => choosing.mutate()}
          isPending={choosing.isPending}
          autoFocus={autoFocus}
          aria-label={t`Choose certificate file…`}
        >
          <Trans>Choose…</Trans>
        </Button>
      </div>
      {problem && problem.fields.length === 0 && (
        <ProblemInline isRead problem={problem} actions={{ retry: () => choosing.mutate() }} />
      )}
    </>
  );
}

function Waits({
  value,
  onChange,
  errorOf,
  focus,
}: Pick<NetworkSettingsProps, "value" | "onChange" | "errorOf" | "focus">) {
  const { t } = useLingui();
  const labels = {
    connect_seconds: t`Connecting`,
    read_seconds: t`Loading data`,
    write_seconds: t`Making changes`,
  };
  return (
    <fieldset className={styles.waits}>
      <legend className={styles.legend}>
        <Trans>Timeouts</Trans>
      </legend>
      {(["connect_seconds", "read_seconds", "write_seconds"] as const).map((field) => {
        const most = MAX_SECONDS[field];
        const error = errorOf(field);
        return (
          <NumberField
            key={field}
            label={labels[field]}
            description={error === undefined ? t`1 to ${most} seconds` : undefined}
            unit={t`s`}
            value={value.seconds[field]}
            onChange={(seconds) => onChange({ seconds: { ...value.seconds, [field]: seconds } }, field)}
            errorMessage={error}
            autoFocus={focus === field}
          />
        );
      })}
    </fieldset>
  );
}
