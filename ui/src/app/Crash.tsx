import { Trans } from "@lingui/react/macro";
import { Component, type ReactNode } from "react";
import { Button, Details } from "../components";
import styles from "./Crash.module.css";

/** What is shown when the window itself failed: what is safe, a way on, and the particulars. */
function Crash({ error }: { error: unknown }) {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return (
    <main className={styles.crash}>
      <h1 className={styles.title}>
        <Trans>Something in this window failed</Trans>
      </h1>
      <p className={styles.text}>
        <Trans>Your connections and the service’s data are not affected. Reloading usually helps.</Trans>
      </p>
      <Button variant="primary" onPress={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </Button>
      <Details text={text} />
    </main>
  );
}

/** The same, as the router wants it. */
export function RouteCrash({ error }: { error: unknown }): ReactNode {
  return <Crash error={error} />;
}

/** Shows {@link Crash} in place of everything below when that fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? this.props.children : <Crash error={this.state.error} />;
  }
}
