import { Trans } from "@lingui/react/macro";
import { Component, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, Details } from "../components";
import { useHost } from "../host";
import styles from "./Crash.module.css";

/** The core's limit for a crash report's characters. */
const MOST = 20_000;

/** How long a page may stay after it was left, in milliseconds. */
const LEAVING = 5000;

/** When the page was last left: its parts can't be loaded then, which is no crash. */
let leftAt = Number.NEGATIVE_INFINITY;
window.addEventListener("beforeunload", () => {
  leftAt = performance.now();
});

/** Shown when a part of the window crashed; the report is saved on this computer. */
function Crash({ error }: { error: unknown }) {
  const [isLeaving, setLeaving] = useState(() => performance.now() < leftAt + LEAVING);
  // The page may stay after all.
  useEffect(() => {
    const timer = setTimeout(() => setLeaving(false), LEAVING);
    return () => clearTimeout(timer);
  }, []);
  return isLeaving ? null : <SavedCrash error={error} />;
}

function SavedCrash({ error }: { error: unknown }) {
  const host = useHost();
  const text = error instanceof Error ? textOf(error) : String(error);
  const keeping = useRef<Promise<unknown>>(null);
  useEffect(() => {
    // The report can still be copied from here.
    keeping.current = host.call("crash_report_save", { text: text.slice(0, MOST) }).catch(() => {});
  }, [host, text]);
  const reload = async () => {
    await keeping.current;
    // It was shown here; if this fails, it is shown again at the next start.
    await host.call("crash_seen", null).catch(() => {});
    window.location.reload();
  };
  return (
    <div className={styles.crash}>
      <h1 className={styles.title}>
        <Trans>This window crashed</Trans>
      </h1>
      <p className={styles.text}>
        <Trans>Your connections and data are safe. Reloading usually helps.</Trans>
      </p>
      <Button variant="primary" onPress={() => void reload()}>
        <Trans>Reload</Trans>
      </Button>
      <Details text={text} />
    </div>
  );
}

/** Some engines omit the message from the stack. */
function textOf({ name, message, stack = "" }: Error): string {
  const said = `${name}: ${message}`;
  return stack.startsWith(said) ? stack : `${said}\n${stack}`;
}

/** The crash screen inside the frame, for the router. */
export function RouteCrash({ error }: { error: unknown }): ReactNode {
  return <Crash error={error} />;
}

export function WindowCrash({ error }: { error: unknown }): ReactNode {
  return (
    <main className={styles.window}>
      <Crash error={error} />
    </main>
  );
}

/** Shows {@link WindowCrash} if anything below crashes. */
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
