import { Trans } from "@lingui/react/macro";
import { Button, Keys, Switch } from "../../components";
import { useCommands } from "../../shared/commands";
import { useKeyContext } from "../../shared/commands/context";
import { keysFor } from "../../shared/commands/key-bindings";
import { usePreferences } from "../../shared/data/preferences";
import { RowText } from "./RowText";
import setting from "./setting.module.css";

/** Opens the shortcut sheet; toggles single-key shortcuts. */
export function KeyboardHelp() {
  const commands = useCommands();
  const [{ single_keys_off }, save] = usePreferences();
  // Those that work while typing, as in the palette.
  const keys = keysFor("shortcuts", useKeyContext()).at(-1);
  return (
    <>
      <div className={setting.spread}>
        <RowText label={<Trans>Keyboard shortcuts</Trans>}>{keys !== undefined && <Keys keys={keys} />}</RowText>
        <Button onPress={() => commands.run("shortcuts")}>
          <Trans>Show shortcuts</Trans>
        </Button>
      </div>
      <div className={setting.row}>
        <Switch
          isSelected={!single_keys_off}
          onChange={(isOn) => save({ single_keys_off: !isOn })}
          description={<Trans>Turn off if you use voice control.</Trans>}
        >
          <Trans>
            Single-key shortcuts, such as <Keys keys="?" />
          </Trans>
        </Switch>
      </div>
    </>
  );
}
