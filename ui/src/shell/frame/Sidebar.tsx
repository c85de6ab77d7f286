import { Trans, useLingui } from "@lingui/react/macro";
import {
  ChevronDown,
  FileText,
  Folder,
  History,
  Layers,
  LayoutDashboard,
  Library,
  type LucideIcon,
  Plus,
  Settings,
  Settings2,
  Stethoscope,
  Wrench,
} from "lucide-react";
import { type ReactElement, Suspense } from "react";
import { Link, Button as RawButton, VisuallyHidden } from "react-aria-components";
import { lazyAfterFirstPaint, Menu, MenuChoice, MenuItem, MenuSeparator, Tooltip } from "../../components";
import { LogoMark } from "../../components/LogoMark";
import type { Connection } from "../../host/contract";
import { withoutScheme } from "../../host/page-urls";
import { withCatalog } from "../../i18n";
import { useKeysOf } from "../../shared/commands";
import type { CommandName } from "../../shared/commands/table";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { type ServiceStatus, useServiceStatus } from "../../shared/data/service-status";
import { useSyncs } from "../../shared/data/sync";
import {
  batchesPath,
  changesPath,
  connectionTestPath,
  fixListPath,
  overviewPath,
  projectsPath,
  reportsPath,
  viewOfPath,
} from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useMedia } from "../../shared/screen/use-media";
import { LinkDot } from "./LinkDot";
import styles from "./Sidebar.module.css";

const SyncStatus = lazyAfterFirstPaint(() => withCatalog(import("../sync/SyncStatus")), "SyncStatus");
const BatchStatus = lazyAfterFirstPaint(
  () => withCatalog(import("../../features/batches/BatchNotifications")),
  "BatchStatus",
);
const SavedViews = lazyAfterFirstPaint(() => withCatalog(import("../../shared/views/SavedViews")), "SavedViews");

/** Connection menu, screens, and settings; icons only in narrow windows. */
export function Sidebar({ current, place }: { current: Connection | undefined; place: string }) {
  const { t } = useLingui();
  const isNarrow = useMedia("(max-width: 900px)");
  const state = useServiceStatus(current?.id);
  const keysOf = useKeysOf();
  const link = {
    connected: t`Connected`,
    offline: t`Can’t connect`,
    key_refused: t`API key rejected`,
    none: current ? t`Not connected` : t`No connection`,
  }[state.link ?? "none"];

  const line = (
    <p className={styles.state} title={isNarrow ? link : undefined}>
      <LinkDot link={state.link} />
      <span className={styles.stateText}>{link}</span>
    </p>
  );

  return (
    <nav className={styles.sidebar} aria-label={t`Main`}>
      <Switcher current={current} />
      {current && <Lists id={current.id} state={state} place={place} isNarrow={isNarrow} />}
      <Suspense>
        <BatchStatus />
      </Suspense>
      <div className={styles.foot}>
        <Suspense fallback={line}>
          {current ? (
            <SyncStatus key={current.id} connection={current} link={state.link} linkText={link} isNarrow={isNarrow} />
          ) : (
            line
          )}
        </Suspense>
        <Tooltip text={t`Settings`} keys={keysOf("settings")}>
          <Link
            href="/settings"
            className={styles.settings}
            aria-label={t`Settings`}
            aria-current={place.startsWith("/settings") ? "page" : undefined}
          >
            <Settings size={16} strokeWidth={1.75} aria-hidden />
          </Link>
        </Tooltip>
      </div>
    </nav>
  );
}

type ListsProps = { id: string; state: ServiceStatus; place: string; isNarrow: boolean };

/** The screens of a connection. */
function Lists({ id, state, place, isNarrow }: ListsProps) {
  const { t } = useLingui();
  const [{ views }] = usePreferences();
  // An open view is marked current instead of its screen.
  const isAtView = views.some(({ id }) => id === viewOfPath(place));
  const at = { place: isAtView ? "" : place, isNarrow };
  // The library's total if known, so that all screens agree.
  const total = useSyncs()?.find(({ connection }) => connection === id)?.total;
  return (
    <div className={styles.lists}>
      <ul className={styles.list}>
        <Entry icon={LayoutDashboard} label={t`Overview`} command="go_overview" href={overviewPath(id)} {...at} />
        <Entry
          icon={FileText}
          label={t`Reports`}
          command="go_reports"
          href={reportsPath(id)}
          count={total ?? state.reports}
          {...at}
        />
        <Entry icon={History} label={t`Changes`} command="go_changes" href={changesPath(id)} {...at} />
        <Entry icon={Wrench} label={t`Fix list`} command="go_fix_list" href={fixListPath(id)} {...at} />
        <Entry
          icon={Folder}
          label={t`Projects`}
          command="go_projects"
          href={projectsPath(id)}
          count={state.projects}
          {...at}
        />
        <Entry icon={Layers} label={t`Batches`} command="go_batches" href={batchesPath(id)} {...at} />
      </ul>
      {views.length > 0 && (
        <Suspense>
          <SavedViews isNarrow={isNarrow} />
        </Suspense>
      )}
      <ul className={styles.list}>
        <Entry icon={Library} label={t`All connections`} command="go_all_reports" href={reportsPath(null)} {...at} />
      </ul>
    </div>
  );
}

function Switcher({ current }: { current: Connection | undefined }) {
  const { t } = useLingui();
  const go = useGoTo();
  const connections = useConnections();
  const nameOf = useConnectionName();
  const name = current ? nameOf(current) : t`Assay`;
  const host = current ? withoutScheme(current.base_url) : t`No connection`;
  return (
    <Menu
      trigger={
        <RawButton className={styles.switcher}>
          <LogoMark />
          <span className={styles.names}>
            <span className={styles.name} dir="auto">
              {name}
            </span>{" "}
            <span className={styles.host} dir="auto">
              {host}
            </span>
          </span>{" "}
          <VisuallyHidden>
            <Trans>Switch connection</Trans>
          </VisuallyHidden>
          <ChevronDown size={14} aria-hidden className={styles.chevron} />
        </RawButton>
      }
    >
      {connections.length > 0 && (
        <MenuChoice
          aria-label={t`Connections`}
          options={connections.map((connection) => ({
            value: connection.id,
            label: nameOf(connection),
            detail: withoutScheme(connection.base_url),
          }))}
          value={current?.id}
          onChange={(id) => go(reportsPath(id))}
        />
      )}
      {connections.length > 0 && <MenuSeparator />}
      {current && (
        <MenuItem
          icon={Stethoscope}
          label={t`Test this connection`}
          onAction={() => go(connectionTestPath(current.id))}
        />
      )}
      <MenuItem icon={Plus} label={t`Add connection`} onAction={() => go("/connections/new")} />
      <MenuItem icon={Settings2} label={t`Manage connections`} onAction={() => go("/connections")} />
    </Menu>
  );
}

type EntryProps = {
  icon: LucideIcon;
  label: string;
  command: CommandName;
  href: string;
  /** The total, if known. */
  count?: number | null;
  place: string;
  isNarrow: boolean;
};

function Entry({ icon: Icon, label, command, href, count = null, place, isNarrow }: EntryProps) {
  const { i18n } = useLingui();
  const keysOf = useKeysOf();
  return (
    <li>
      <WithTooltip isShown={isNarrow} text={label} keys={keysOf(command)}>
        <Link href={href} className={styles.entry} aria-current={isAt(place, href) ? "page" : undefined}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          <span className={styles.label}>{label}</span>{" "}
          {count !== null && <span className={styles.count}>{i18n.number(count)}</span>}
        </Link>
      </WithTooltip>
    </li>
  );
}

/** True if a path is this screen or a panel of it. */
function isAt(place: string, path: string): boolean {
  const here = place.split("?")[0] ?? "";
  return here === path || here.startsWith(`${path}/`);
}

type WithTooltipProps = { isShown: boolean; text: string; keys: string | undefined; children: ReactElement };

function WithTooltip({ isShown, text, keys, children }: WithTooltipProps) {
  if (!isShown) return children;
  return (
    <Tooltip text={text} keys={keys}>
      {children}
    </Tooltip>
  );
}
