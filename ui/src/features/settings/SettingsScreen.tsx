import { Trans, useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import {
  Bell,
  Database,
  FlaskConical,
  Info,
  Keyboard,
  Layers,
  type LucideIcon,
  RefreshCcw,
  SlidersHorizontal,
  Stamp,
  SunMoon,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-aria-components";
import { useConnections } from "../../shared/data/connection";
import { Screen } from "../../shared/screen/Screen";
import { About } from "./About";
import { BatchSettings } from "./BatchSettings";
import { BrandingSettings } from "./BrandingSettings";
import { Appearance, LanguageChoice, Lists } from "./choices";
import { KeyboardHelp } from "./KeyboardHelp";
import { LibraryData } from "./LibraryData";
import { NotificationSettings } from "./NotificationSettings";
import { RemoveEverything } from "./RemoveEverything";
import { ResetSample } from "./ResetSample";
import { Retention } from "./Retention";
import styles from "./SettingsScreen.module.css";
import { SyncSettings } from "./SyncSettings";

type PageEntry = { id: string; title: string; icon: LucideIcon; content: ReactNode };

/** The settings, a page per subject; `section` of the URL names the page. */
export function SettingsScreen(): ReactNode {
  const { t } = useLingui();
  const { section } = useSearch({ from: "/settings" });
  const pages = usePages();
  const current = pages.find(({ id }) => id === section) ?? pages[0];
  const title = useRef<HTMLHeadingElement>(null);
  // A link from elsewhere leads to the page, one of the list of pages keeps the focus.
  useEffect(() => {
    if (section !== undefined && !document.activeElement?.closest(`.${styles.nav}`)) title.current?.focus();
  }, [section]);
  return (
    <Screen title={<Trans>Settings</Trans>}>
      <div className={styles.content}>
        <nav className={styles.nav} aria-label={t`Settings sections`}>
          {pages.map(({ id, title: name, icon: Icon }) => (
            <Link
              key={id}
              href={`/settings?section=${id}`}
              className={styles.entry}
              aria-current={id === current?.id ? "page" : undefined}
            >
              <Icon size={16} strokeWidth={1.9} aria-hidden />
              {name}
            </Link>
          ))}
        </nav>
        {current && (
          <section key={current.id} className={styles.page} aria-labelledby="settings-page">
            <h2 ref={title} id="settings-page" tabIndex={-1} className={styles.title}>
              {current.title}
            </h2>
            {current.content}
          </section>
        )}
      </div>
    </Screen>
  );
}

function usePages(): PageEntry[] {
  const { t } = useLingui();
  const sample = useConnections().find((connection) => connection.sample);
  return [
    {
      id: "general",
      title: t`General`,
      icon: SlidersHorizontal,
      content: (
        <>
          <LanguageChoice />
          <Lists />
        </>
      ),
    },
    { id: "appearance", title: t`Appearance`, icon: SunMoon, content: <Appearance /> },
    {
      id: "sync",
      title: t`Sync and history`,
      icon: RefreshCcw,
      content: (
        <>
          <SyncSettings />
          <Retention />
        </>
      ),
    },
    { id: "batches", title: t`Batches`, icon: Layers, content: <BatchSettings /> },
    { id: "notifications", title: t`Notifications`, icon: Bell, content: <NotificationSettings /> },
    { id: "branding", title: t`Branding`, icon: Stamp, content: <BrandingSettings /> },
    { id: "keyboard", title: t`Keyboard`, icon: Keyboard, content: <KeyboardHelp /> },
    ...(sample
      ? [
          {
            id: "sample",
            title: t`Sample workspace`,
            icon: FlaskConical,
            content: <ResetSample connection={sample.id} />,
          },
        ]
      : []),
    {
      id: "data",
      title: t`Data`,
      icon: Database,
      content: (
        <>
          <DataFacts />
          <LibraryData />
          <RemoveEverything />
        </>
      ),
    },
    { id: "about", title: t`About`, icon: Info, content: <About /> },
  ];
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
