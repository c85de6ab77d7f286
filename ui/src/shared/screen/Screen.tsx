import { useLingui } from "@lingui/react/macro";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components";
import { classes } from "../../components/class-names";
import titleStyles from "../../components/text/title.module.css";
import { useGoTo } from "../navigation/use-navigation";
import { useProjectScope } from "./project-scope";
import styles from "./Screen.module.css";

export type ScreenProps = {
  title: ReactNode;
  /** Has an arrow back to where the user came from, or to this place if the app started here; or a way of its own. */
  back?: string | (() => void);
  /** The total, if the service reports it. */
  count?: number | null | undefined;
  /** The part of all reports that the numbers are based on. */
  part?: ReactNode;
  /** Buttons at the end of the title row. */
  actions?: ReactNode;
  toolbar?: ReactNode;
  /** Where its column is in a wide window, with the title row as wide. */
  column?: "middle" | "start";
  /** There is nothing to show but the failure. */
  hasFailed?: boolean;
  children: ReactNode;
};

/** A screen with a title and controls, or within a project its head; the content fills the rest and scrolls. */
export function Screen(props: ScreenProps) {
  const { title, back, count, part, actions, toolbar, column, hasFailed = false, children } = props;
  const { i18n } = useLingui();
  const scope = useProjectScope();
  return (
    <div className={styles.screen} data-column={column} data-failed={hasFailed || undefined}>
      <header className={styles.header}>
        {scope?.head}
        {(!scope || (!hasFailed && (part || actions))) && (
          <div className={styles.line}>
            {back !== undefined && <Back to={back} />}
            {!scope && <h1 className={classes(titleStyles.title, styles.title)}>{title}</h1>}
            {!scope && !hasFailed && typeof count === "number" && (
              <span className={styles.count}>{i18n.number(count)}</span>
            )}
            {!hasFailed && part && <span className={classes(styles.count, styles.part)}>{part}</span>}
            {!hasFailed && actions && <div className={styles.actions}>{actions}</div>}
          </div>
        )}
        {!hasFailed && toolbar && <div className={styles.toolbar}>{toolbar}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  );
}

function Back({ to }: { to: string | (() => void) }) {
  const { t } = useLingui();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const go = useGoTo();
  return (
    <span className={styles.back}>
      <Button
        variant="quiet"
        icon={ArrowLeft}
        aria-label={t`Back`}
        onPress={() => (typeof to === "function" ? to() : canGoBack ? history.back() : go(to))}
      />
    </span>
  );
}
