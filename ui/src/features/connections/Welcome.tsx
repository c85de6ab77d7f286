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
            <Trans>
              See what’s wrong with your pages, what got worse, and what to fix first. Connect your service, or explore
              sample data.
            </Trans>
          </p>
        </header>
        <section className={styles.card}>
          <ConnectionForm saveLabel={t`Connect`} onSaved={openAdded} />
        </section>
        <section className={styles.sample}>
          <FlaskConical size={20} strokeWidth={1.5} aria-hidden />
          <p className={styles.sampleText}>
            <Trans>No account yet? Explore about 240 sample reports, all on this computer.</Trans>
          </p>
          <Button onPress={() => go("/sample")}>
            <Trans>Explore sample data</Trans>
          </Button>
        </section>
      </div>
    </div>
  );
}
