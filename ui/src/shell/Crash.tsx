import { Trans } from "@lingui/react/macro";
import { Component, type ReactNode, useEffect, useRef } from "react";
import { Button, Details } from "../components";
import { useHost } from "../host";
import styles from "./Crash.module.css";

/** How many characters of a failure the core keeps. */
const MOST = 20_000;

/** What is shown when a part of the window failed: what is safe, a way on, and the particulars, which this computer keeps. */
function Crash({ error }: { error: unknown }) {
  const host = useHost();
  const text = error instanceof Error ? textOf(error) : String(error);
  const keeping = useRef<Promise<unknown>>(null);
  useEffect(() => {
    // What cannot be kept can still be read and copied here.
    keeping.current = host.call("crash_report_save", { text: text.slice(0, MOST) }).catch(() => {});
  }, [host, text]);
  const reload = async () => {
    await keeping.current;
    // Here it was told; if that cannot be noted, it is told again.
    await host.call("crash_seen", null).catch(() => {});
    window.location.reload();
  };
  return (
    <div className={styles.crash}>
      <h1 className={styles.title}>
        <Trans>Something in this window failed</Trans>
      </h1>
      <p className={styles.text}>
        <Trans>Your connections and the service’s data are not affected. Reloading usually helps.</Trans>
      </p>
      <Button variant="primary" onPress={() => void reload()}>
        <Trans>Reload</Trans>
      </Button>
      <Details text={text} />
    </div>
  );
}

/** Some engines leave out of the stack what happened. */
function textOf({ name, message, stack = "" }: Error): string {
  const said = `${name}: ${message}`;
  return stack.startsWith(said) ? stack : `${said}\n${stack}`;
}

/** The same within the frame, as the router wants it. */
export function RouteCrash({ error }: { error: unknown }): ReactNode {
  return <Crash error={error} />;
}

/** The same in place of the whole window. */
export function WindowCrash({ error }: { error: unknown }): ReactNode {
  return (
    <main className={styles.window}>
      <Crash error={error} />
    </main>
  );
}

/** Shows {@link WindowCrash} in place of everything below when that fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <WindowCrash error={failure.error} /> : this.props.children;
  }
}
