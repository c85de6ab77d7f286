import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { Button, Checkbox, Keys } from "../../components";
import { useCommands, useKeysOf } from "../../shared/commands";
import { usePreferences } from "../../shared/data/preferences";
import styles from "./SettingsScreen.module.css";

/** Opens the shortcut sheet; toggles single-key shortcuts. */
export function KeyboardHelp() {
  const commands = useCommands();
  const [{ single_keys_off }, save] = usePreferences();
  const keys = useKeysOf()("shortcuts");
  const note = useId();
  return (
    <>
      <div className={styles.act}>
        <p className={styles.muted}>
          {keys === undefined ? (
            <Trans>Everything works from the keyboard.</Trans>
          ) : (
            <Trans>
              Everything works from the keyboard. Press <Keys keys={keys} /> to see all shortcuts.
            </Trans>
          )}
        </p>
        <Button onPress={() => commands.run("shortcuts")}>
          <Trans>Show keyboard shortcuts</Trans>
        </Button>
      </div>
      <div>
        <Checkbox
          aria-describedby={note}
          isSelected={!single_keys_off}
          onChange={(isOn) => save({ single_keys_off: !isOn })}
        >
          <Trans>Single-key shortcuts, such as ?</Trans>
        </Checkbox>
        <p id={note} className={styles.muted}>
          <Trans>Turn off if you use voice control.</Trans>
        </p>
      </div>
    </>
  );
}
