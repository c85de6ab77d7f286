import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Copy, Eraser, Eye, EyeOff, KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Problem } from "../../host/contract";
import { useConnection } from "../data/connection";
import { keys } from "../data/queries";
import { ConfirmDialog, ProblemInline } from "../problems";
import styles from "./SavedPassword.module.css";

export function SavedPassword({ id }: { id: string }) {
  const { t } = useLingui();
  const host = useHost();
  const { id: connection, key } = useConnection();
  const report = { connection, id };
  const known = useQuery({
    queryKey: keys.passwordKnown(connection, id),
    queryFn: ({ signal }) => host.call("password_exists", report, { signal }),
    // A batch may have saved one in the meantime.
    staleTime: 0,
  });
  // Each read may find another password.
  const { dataUpdatedAt: of } = known;
  const [told, setTold] = useState<{ password: string; of: number } | null>(null);
  const shown = told?.of === of ? told.password : null;
  const [copiedOf, setCopiedOf] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState<{ problem: Problem; retry: () => void } | null>(null);

  async function attempt(act: () => Promise<unknown>) {
    setTrouble(null);
    setCopiedOf(null);
    try {
      await act();
    } catch (thrown) {
      setTrouble({ problem: problemOf(thrown), retry: () => void attempt(act) });
    }
  }
  const show = () => attempt(async () => setTold({ ...(await host.call("password_show", report)), of }));
  const copy = () => attempt(() => host.call("password_copy", report).then(() => setCopiedOf(of)));

  if (!known.data) return null;
  return (
    <section className={styles.kept} aria-label={t`Saved password`}>
      <div className={styles.line}>
        <KeyRound size={15} strokeWidth={1.75} aria-hidden />
        <span className={styles.text}>
          {shown !== null ? (
            <code className={styles.password} dir="ltr">
              {shown}
            </code>
          ) : key === "keychain" ? (
            <Trans>Saved in the keychain.</Trans>
          ) : (
            <Trans>Saved until Assay closes.</Trans>
          )}
        </span>
        <Button
          variant="quiet"
          icon={shown === null ? Eye : EyeOff}
          aria-label={shown === null ? t`Show password` : t`Hide password`}
          onPress={() => (shown === null ? void show() : setTold(null))}
        />
        <Button variant="quiet" icon={Copy} aria-label={t`Copy password`} onPress={() => void copy()} />
        <Button variant="quiet" icon={Eraser} aria-label={t`Delete saved password`} onPress={() => setAsked(true)} />
      </div>
      <p className={styles.note} role="status">
        {copiedOf === of && <Trans>Copied. The clipboard is cleared after 60 seconds.</Trans>}
      </p>
      {trouble && <ProblemInline isRead problem={trouble.problem} actions={{ retry: trouble.retry }} />}
      <ForgetDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await host.call("password_forget", report);
          setTold(null);
          await known.refetch();
        }}
      />
    </section>
  );
}

type ForgetDialogProps = { isOpen: boolean; onClose: () => void; onConfirm: () => Promise<void> };

function ForgetDialog(props: ForgetDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog title={t`Delete the saved password?`} confirmLabel={t`Delete saved password`} {...props}>
      <p>
        <Trans>
          The report stays protected, but neither Assay nor the service can show the password again. Copy it first if
          you need it.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
