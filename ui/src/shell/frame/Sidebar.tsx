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
import { useGoTo } from "../../shared/navigation/use-navigation";
import {
  batchesPath,
  changesPath,
  checkOf,
  fixListPath,
  libraryOf,
  overviewOf,
  projectsOf,
  reportsOf,
  viewOfPlace,
} from "../../shared/navigation/routes";
import { usePreferences } from "../../shared/data/preferences";
import { useServiceState } from "../../shared/data/service-status";
import { useMedia } from "../../shared/screen/use-media";
import styles from "./Sidebar.module.css";

const SyncStatus = lazyAfterFirstPaint(() =>
  withCatalog(import("../sync/SyncStatus")).then((module) => ({ default: module.SyncStatus })),
);
const BatchStatus = lazyAfterFirstPaint(() =>
  withCatalog(import("../../features/batches/BatchNotifications")).then((module) => ({ default: module.BatchStatus })),
);
const SavedViews = lazyAfterFirstPaint(() =>
  withCatalog(import("../../shared/views/SavedViews")).then((module) => ({ default: module.SavedViews })),
);

/** Connection menu, screens, and settings; icons only in narrow windows. */
export function Sidebar({ current, place }: { current: Connection | undefined; place: string }) {
  const { t } = useLingui();
  const isNarrow = useMedia("(max-width: 900px)");
  const [{ views }] = usePreferences();
  // A view that is open is where the user is, and not the screen that it shows.
  const isAtView = views.some(({ id }) => id === viewOfPlace(place));
  const at = { place: isAtView ? "" : place, isNarrow };
  const state = useServiceState(current?.id);
  const keysOf = useKeysOf();
  const link = {
    connected: t`Connected`,
    offline: t`Not reached`,
    key_refused: t`Key not accepted`,
    none: current ? t`Not connected yet` : t`No connection`,
  }[state.link ?? "none"];

  const line = (
    <p className={styles.state} data-link={state.link ?? "none"} title={isNarrow ? link : undefined}>
      <span className={styles.dot} />
      <span className={styles.stateText}>{link}</span>
    </p>
  );

  return (
    <nav className={styles.sidebar} aria-label={t`Main`}>
      <Switcher current={current} />
      {current && (
        <div className={styles.lists}>
          <ul className={styles.list}>
            <Entry
              icon={LayoutDashboard}
              label={t`Overview`}
              command="go_overview"
              href={overviewOf(current.id)}
              {...at}
            />
            <Entry
              icon={FileText}
              label={t`Reports`}
              command="go_reports"
              href={reportsOf(current.id)}
              count={state.reports}
              {...at}
            />
            <Entry icon={History} label={t`Changes`} command="go_changes" href={changesPath(current.id)} {...at} />
            <Entry icon={Wrench} label={t`Fix list`} command="go_fix_list" href={fixListPath(current.id)} {...at} />
            <Entry
              icon={Folder}
              label={t`Projects`}
              command="go_projects"
              href={projectsOf(current.id)}
              count={state.projects}
              {...at}
            />
            <Entry icon={Layers} label={t`Batches`} command="go_batches" href={batchesPath(current.id)} {...at} />
          </ul>
          {views.length > 0 && (
            <Suspense>
              <SavedViews isNarrow={isNarrow} />
            </Suspense>
          )}
          <ul className={styles.list}>
            <Entry icon={Library} label={t`Library`} command="go_library" href={libraryOf({})} {...at} />
          </ul>
        </div>
      )}
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
          onChange={(id) => go(reportsOf(id))}
        />
      )}
      {connections.length > 0 && <MenuSeparator />}
      {current && (
        <MenuItem icon={Stethoscope} label={t`Check this connection`} onAction={() => go(checkOf(current.id))} />
      )}
      <MenuItem icon={Plus} label={t`Add a connection`} onAction={() => go("/connections/new")} />
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
