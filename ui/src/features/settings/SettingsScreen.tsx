import { Trans, useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Button } from "../../components";
import { useConnections } from "../../shared/data/connection";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { Screen } from "../../shared/screen/Screen";
import { About } from "./About";
import { BatchSettings } from "./BatchSettings";
import { Appearance, LanguageChoice, Lists } from "./choices";
import { KeyboardHelp } from "./KeyboardHelp";
import { LibraryData } from "./LibraryData";
import { RemoveEverything } from "./RemoveEverything";
import { ResetSample } from "./ResetSample";
import styles from "./SettingsScreen.module.css";
import { SyncSettings } from "./SyncSettings";

type SectionEntry = { id: string; title: string; content: ReactNode };

export function SettingsScreen(): ReactNode {
  const { t } = useLingui();
  const sample = useConnections().find((connection) => connection.sample);
  const area = useRef<HTMLDivElement>(null);
  const sections: SectionEntry[] = [
    { id: "appearance", title: t`Appearance`, content: <Appearance /> },
    { id: "language", title: t`Language`, content: <LanguageChoice /> },
    { id: "lists", title: t`Lists`, content: <Lists /> },
    { id: "keyboard", title: t`Keyboard`, content: <KeyboardHelp /> },
    { id: "sync", title: t`Sync`, content: <SyncSettings /> },
    { id: "batches", title: t`Batches`, content: <BatchSettings /> },
    {
      id: "data",
      title: t`Data`,
      content: (
        <>
          <LibraryData />
          <DataFacts />
          <RemoveEverything />
        </>
      ),
    },
    ...(sample ? [{ id: "sample", title: t`Sample workspace`, content: <ResetSample connection={sample.id} /> }] : []),
    { id: "about", title: t`About`, content: <About /> },
  ];
  const goTo = useCallback((id: string) => {
    const heading = area.current?.querySelector<HTMLElement>(`#settings-${CSS.escape(id)}`);
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
    return heading;
  }, []);
  const { section } = useSearch({ from: "/settings" });
  const go = useGoTo();
  const unfollow = useRef(() => {});
  useEffect(() => {
    if (section === undefined) return;
    const heading = goTo(section);
    if (heading && area.current) unfollow.current = follow(heading, area.current);
    // Replaced, so that the section can be opened again.
    go("/settings", { replace: true });
  }, [section, goTo, go]);
  useEffect(() => () => unfollow.current(), []);
  return (
    <Screen title={<Trans>Settings</Trans>}>
      <div ref={area} className={styles.content}>
        <nav className={styles.nav} aria-label={t`Settings sections`}>
          {sections.map(({ id, title }) => (
            <Button key={id} variant="quiet" onPress={() => goTo(id)}>
              {title}
            </Button>
          ))}
        </nav>
        <div className={styles.sections}>
          {sections.map(({ id, title, content }) => (
            <section key={id} className={styles.section} aria-labelledby={`settings-${id}`}>
              <h2 id={`settings-${id}`} tabIndex={-1} className={styles.title}>
                {title}
              </h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </Screen>
  );
}

/** Keeps a heading in place while content above it loads, until the user interacts. */
function follow(heading: HTMLElement, area: HTMLElement): () => void {
  const followed = new AbortController();
  const observer = new ResizeObserver(() => heading.scrollIntoView({ block: "start" }));
  observer.observe(area);
  const stop = () => {
    observer.disconnect();
    followed.abort();
  };
  for (const act of ["wheel", "pointerdown", "keydown"])
    window.addEventListener(act, stop, { capture: true, passive: true, signal: followed.signal });
  return stop;
}

function DataFacts() {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          <Trans>Reports and projects</Trans>
        </dt>
        <dd>
          <Trans>On the service, with a saved history on this computer.</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Connections, settings, and drafts</Trans>
        </dt>
        <dd>
          <Trans>In Assay’s folder on this computer.</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>API keys</Trans>
        </dt>
        <dd>
          <Trans>In this computer’s keychain, or in memory if it has none.</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Report passwords</Trans>
        </dt>
        <dd>
          <Trans>In this computer’s keychain, if you choose to save them.</Trans>
        </dd>
      </div>
    </dl>
  );
}
