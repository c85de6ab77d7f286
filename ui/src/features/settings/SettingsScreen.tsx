import { Plural, Trans, useLingui } from "@lingui/react/macro";
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
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Link } from "react-aria-components";
import { EmptyState, Foldable, LiveText, useCurrentInView } from "../../components";
import { useConnections } from "../../shared/data/connection";
import { ListSearch } from "../../shared/lists/ListSearch";
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
import { RowText } from "./RowText";
import styles from "./SettingsScreen.module.css";
import { SyncSettings } from "./SyncSettings";
import setting from "./setting.module.css";
import { useFoundRows } from "./use-found-rows";

type PageEntry = { id: string; title: string; icon: LucideIcon; content: ReactNode };

/** The settings, a page per subject; `section` of the URL names the page. A search shows rows of all pages. */
export function SettingsScreen(): ReactNode {
  const { t } = useLingui();
  const { section } = useSearch({ from: "/settings" });
  const pages = usePages();
  const current = pages.find(({ id }) => id === section) ?? pages[0];
  const [term, setTerm] = useState<string>();
  const [shown, setShown] = useState(section);
  if (section !== shown) {
    setShown(section);
    setTerm(undefined);
  }
  const title = useRef<HTMLHeadingElement>(null);
  const nav = useCurrentInView<HTMLElement>(current?.id);
  // A link from elsewhere leads to the page, one of the list of pages keeps the focus.
  useEffect(() => {
    if (section !== undefined && !document.activeElement?.closest(`.${styles.nav}`)) title.current?.focus();
  }, [section]);
  return (
    <Screen
      title={<Trans>Settings</Trans>}
      column="start"
      actions={
        <div className={styles.search}>
          <ListSearch aria-label={t`Search settings`} value={term} onChange={setTerm} />
        </div>
      }
    >
      <div className={styles.content}>
        <nav ref={nav} className={styles.nav} aria-label={t`Settings sections`}>
          {pages.map(({ id, title: name, icon: Icon }) => (
            <Link
              key={id}
              href={`/settings?section=${id}`}
              className={styles.entry}
              aria-current={term === undefined && id === current?.id ? "page" : undefined}
              onPress={() => setTerm(undefined)}
            >
              <Icon size={16} strokeWidth={1.9} aria-hidden />
              {name}
            </Link>
          ))}
        </nav>
        {term !== undefined ? (
          <Found pages={pages} term={term} />
        ) : (
          current && <Page key={current.id} page={current} title={title} />
        )}
      </div>
    </Screen>
  );
}

function Page({ page: { id, title, content }, title: ref }: { page: PageEntry; title?: Ref<HTMLHeadingElement> }) {
  return (
    <section className={styles.page} aria-labelledby={`settings-${id}`}>
      <h2 ref={ref} id={`settings-${id}`} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {content}
    </section>
  );
}

/** The rows of all pages that have the searched words. */
function Found({ pages, term }: { pages: readonly PageEntry[]; term: string }) {
  const { t } = useLingui();
  const area = useRef<HTMLDivElement>(null);
  const count = useFoundRows(area, term);
  return (
    <div className={styles.found}>
      <LiveText>
        {count !== null && count > 0 && <Plural value={count} one="# setting found" other="# settings found" />}
      </LiveText>
      <div ref={area}>
        {pages.map((page) => (
          <Page key={page.id} page={page} />
        ))}
      </div>
      {count === 0 && <EmptyState drawing="search" title={t`No results.`} />}
    </div>
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
          <LibraryData />
          <RemoveEverything />
          <DataFacts />
        </>
      ),
    },
    { id: "about", title: t`About`, icon: Info, content: <About /> },
  ];
}

function DataFacts() {
  return (
    <div className={setting.spread}>
      <Foldable title={<Trans>Where data is stored</Trans>}>
        <div className={styles.facts}>
          <RowText label={<Trans>Reports and projects</Trans>}>
            <Trans>On the service, with a saved history on this computer</Trans>
          </RowText>
          <RowText label={<Trans>Connections, settings, and drafts</Trans>}>
            <Trans>In Assay’s folder on this computer</Trans>
          </RowText>
          <RowText label={<Trans>API keys</Trans>}>
            <Trans>In this computer’s keychain, or in memory if it has none</Trans>
          </RowText>
          <RowText label={<Trans>Report passwords</Trans>}>
            <Trans>In this computer’s keychain, if you choose to save them</Trans>
          </RowText>
        </div>
      </Foldable>
    </div>
  );
}
