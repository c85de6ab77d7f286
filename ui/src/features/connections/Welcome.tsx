import { Trans } from "@lingui/react/macro";
import { FlaskConical, History, KeyRound, Layers } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../components";
import { useConnections } from "../../shared/data/connection";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Cancel } from "./form/Cancel";
import { ConnectionForm } from "./form/ConnectionForm";
import { useOpenAdded } from "./form/use-open-added";
import { Rosette } from "./Rosette";
import styles from "./Welcome.module.css";

/** The first screen without connections, which the history may lead back to. */
export function Welcome(): ReactNode {
  const go = useGoTo();
  const openAdded = useOpenAdded();
  const connections = useConnections();
  // Nothing moves between saving the first connection and leaving.
  const [isFirst] = useState(connections.length === 0);
  return (
    <div className={styles.welcome}>
      <Brand />
      <div className={styles.start}>
        <div className={styles.column}>
          <h1 className={styles.title}>
            <Trans>Connect your service</Trans>
          </h1>
          <p className={styles.text}>
            <Trans>You need its URL and an API key.</Trans>
          </p>
          <ConnectionForm onSaved={openAdded}>{!isFirst && <Cancel to="/" />}</ConnectionForm>
          {!connections.some(({ sample }) => sample) && (
            <div className={styles.sample}>
              <p className={styles.or}>
                <Trans>or look around first</Trans>
              </p>
              <Button icon={FlaskConical} onPress={() => go("/sample")}>
                <Trans>Explore sample data</Trans>
              </Button>
              <p className={styles.hint}>
                <Trans>240 sample reports, only on this computer</Trans>
              </p>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** The app’s promise; hidden in narrow windows. */
function Brand() {
  return (
    <div className={styles.brand}>
      <Rosette />
      <p className={styles.name}>Assay</p>
      <p className={styles.promise}>
        <Trans>See what’s wrong with your pages, what got worse, and what to fix first.</Trans>
      </p>
      <ul className={styles.points}>
        <li>
          <History size={20} strokeWidth={1.7} aria-hidden />
          <Trans>Every report and every past score, on your computer</Trans>
        </li>
        <li>
          <Layers size={20} strokeWidth={1.7} aria-hidden />
          <Trans>Change hundreds of reports at once, safely</Trans>
        </li>
        <li>
          <KeyRound size={20} strokeWidth={1.7} aria-hidden />
          <Trans>Your key stays in this computer’s keychain</Trans>
        </li>
      </ul>
    </div>
  );
}
