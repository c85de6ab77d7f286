import { Trans, useLingui } from "@lingui/react/macro";
import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components";
import { LogoMark } from "../../components/LogoMark";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { ConnectionForm } from "./form/ConnectionForm";
import { useOpenAdded } from "./form/use-open-added";
import styles from "./Welcome.module.css";

/** The first screen without connections. */
export function Welcome(): ReactNode {
  const { t } = useLingui();
  const go = useGoTo();
  const openAdded = useOpenAdded();
  return (
    <div className={styles.welcome}>
      <div className={styles.column}>
        <header className={styles.header}>
          <LogoMark size={44} />
          <h1 className={styles.title}>
            <Trans>Welcome to Assay</Trans>
          </h1>
          <p className={styles.text}>
            <Trans>Connect to the service that keeps your reports, or look around with made-up data first.</Trans>
          </p>
        </header>
        <section className={styles.card}>
          <ConnectionForm saveLabel={t`Save and open`} onSaved={openAdded} />
        </section>
        <section className={styles.sample}>
          <FlaskConical size={20} strokeWidth={1.5} aria-hidden />
          <p className={styles.sampleText}>
            <Trans>
              No account at hand? The sample workspace runs on this computer, with about 240 made-up reports.
            </Trans>
          </p>
          <Button onPress={() => go("/sample")}>
            <Trans>Open the sample workspace</Trans>
          </Button>
        </section>
      </div>
    </div>
  );
}
