import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../components";
import { classes } from "../../components/class-names";
import { LogoMark } from "../../components/LogoMark";
import { useCommands } from "../../shared/commands";
import { useStart } from "../../shared/data/start";
import { useGoTo } from "../../shared/navigation/use-navigation";
import styles from "./About.module.css";
import setting from "./setting.module.css";
import { Updates } from "./Updates";

export function About(): ReactNode {
  const { version } = useStart();
  const commands = useCommands();
  const go = useGoTo();
  return (
    <>
      <div className={styles.about}>
        <LogoMark size={36} />
        <div>
          <p className={styles.name}>
            <Trans>Assay {version}</Trans>
          </p>
          <p className={setting.muted}>
            <Trans>Open source under the MIT License.</Trans>
          </p>
        </div>
      </div>
      <Updates />
      <div className={classes(setting.buttons, styles.buttons)}>
        <Button onPress={() => commands.run("diagnostics")}>
          <Trans>Diagnostics…</Trans>
        </Button>
        <Button onPress={() => go("/settings/notices")}>
          <Trans>Open-source licenses</Trans>
        </Button>
      </div>
    </>
  );
}
