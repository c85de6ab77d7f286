import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useConnections } from "../../app/connection";
import { LogoMark } from "../../app/LogoMark";
import { usePreferences } from "../../app/preferences";
import { keys } from "../../app/queries";
import { Screen } from "../../app/Screen";
import { useStart } from "../../app/start";
import { Button, ConfirmDialog, RadioGroup, Select, toast } from "../../components";
import { useHost } from "../../host";
import type { PageSize } from "../../host/contract";
import styles from "./SettingsScreen.module.css";

const PAGE_SIZES: readonly PageSize[] = [10, 25, 50, 100];

/** Appearance, defaults, the sample workspace, and what this app is. */
export function SettingsScreen(): ReactNode {
  const { t } = useLingui();
  const [preferences, save] = usePreferences();
  const { version } = useStart();
  const sample = useConnections().find((connection) => connection.sample);
  return (
    <Screen title={<Trans>Settings</Trans>}>
      <div className={styles.sections}>
        <Section title={<Trans>Appearance</Trans>}>
          <RadioGroup
            label={<Trans>Theme</Trans>}
            orientation="horizontal"
            value={preferences.theme}
            onChange={(theme) => save({ theme })}
            options={[
              { value: "system", label: t`As the system`, icon: Monitor },
              { value: "light", label: t`Light`, icon: Sun },
              { value: "dark", label: t`Dark`, icon: Moon },
            ]}
          />
        </Section>
        <Section title={<Trans>Lists</Trans>}>
          <div className={styles.short}>
            <Select
              label={<Trans>Rows per page</Trans>}
              description={
                <Trans>For lists that you open from now on. Choosing another number in a list changes it too.</Trans>
              }
              value={preferences.page_size}
              onChange={(page_size) => save({ page_size })}
              options={PAGE_SIZES.map((size) => ({ value: size, label: String(size) }))}
            />
          </div>
        </Section>
        {sample && (
          <Section title={<Trans>Sample workspace</Trans>}>
            <ResetSample connection={sample.id} />
          </Section>
        )}
        <Section title={<Trans>About</Trans>}>
          <div className={styles.about}>
            <LogoMark size={36} />
            <div>
              <p className={styles.name}>
                <Trans>Assay {version}</Trans>
              </p>
              <p className={styles.muted}>
                <Trans>Keys stay in this computer’s keychain. Assay talks only to the services that you connect.</Trans>
              </p>
            </div>
          </div>
        </Section>
      </div>
    </Screen>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

function ResetSample({ connection }: { connection: string }) {
  const { t } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.reset}>
      <p className={styles.muted}>
        <Trans>Puts the made-up reports back to how they were at first.</Trans>
      </p>
      <Button onPress={() => setAsking(true)}>
        <Trans>Reset the sample workspace</Trans>
      </Button>
      <ConfirmDialog
        title={t`Reset the sample workspace?`}
        confirmLabel={t`Reset`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await host.call("sample_reset", null);
          queries.removeQueries({ queryKey: keys.connection(connection) });
          toast({ tone: "success", title: t`The sample workspace is as it was at first` });
        }}
      >
        <Trans>What you created, changed or deleted in it is lost. Your own connections are not affected.</Trans>
      </ConfirmDialog>
    </div>
  );
}
