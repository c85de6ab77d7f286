import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Button, Checkbox, Keys } from "../../components";
import { useCommands, useKeysOf } from "../../shared/commands";
import { usePreferences } from "../../shared/data/preferences";
import { useStart } from "../../shared/data/start";
import styles from "./SettingsScreen.module.css";

/** Opens the shortcut sheet; toggles single-key shortcuts. */
export function KeyboardHelp() {
  const { t } = useLingui();
  const commands = useCommands();
  const { platform } = useStart();
  const [{ single_keys_off }, save] = usePreferences();
  const keys = useKeysOf()("shortcuts");
  const note = useId();
  return (
    <>
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
      <div>
        <Checkbox
          aria-describedby={note}
          isSelected={!single_keys_off}
          onChange={(isOn) => save({ single_keys_off: !isOn })}
        >
          {platform === "macos" ? t`Keys without ⌘, such as ?` : t`Keys without Ctrl, such as ?`}
        </Checkbox>
        <p id={note} className={styles.muted}>
          <Trans>They can get in the way of speech input.</Trans>
        </p>
      </div>
    </>
  );
}
