import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../components";
import { classes } from "../../components/class-names";
import inverse from "../../components/overlays/inverse.module.css";
import styles from "./Selection.module.css";

export function PlanningBar({ stop }: { stop: () => void }) {
  const { t } = useLingui();
  return (
    <section className={classes(inverse.ground, styles.bar, styles.line)} aria-label={t`New batch`} data-selection>
      <p className={styles.planning} role="status">
        <Trans>Building the plan…</Trans>
      </p>
      <Button onPress={stop}>
        <Trans>Stop</Trans>
      </Button>
    </section>
  );
}
