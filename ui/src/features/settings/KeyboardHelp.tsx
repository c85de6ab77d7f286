import { Trans } from "@lingui/react/macro";
import { useCommands, useKeysOf } from "../../app/commands";
import { Button, Keys } from "../../components";
import styles from "./SettingsScreen.module.css";

/** The way to the sheet with all shortcuts. */
export function KeyboardHelp() {
  const commands = useCommands();
  const keys = useKeysOf()("shortcuts");
  return (
    <div className={styles.act}>
      <p className={styles.muted}>
        {keys === undefined ? (
          <Trans>Everything can be done by the keyboard.</Trans>
        ) : (
          <Trans>
            Everything can be done by the keyboard. <Keys keys={keys} /> shows how, anywhere.
          </Trans>
        )}
      </p>
      <Button onPress={() => commands.run("shortcuts")}>
        <Trans>Show keyboard shortcuts</Trans>
      </Button>
    </div>
  );
}
