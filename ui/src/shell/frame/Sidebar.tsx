import { Trans, useLingui } from "@lingui/react/macro";
import { Activity, Files, Folder, Gauge, Layers, ListChecks, type LucideIcon, Plug, Settings } from "lucide-react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Link } from "react-aria-components";
import { Button, lazyAfterFirstPaint, Tooltip, useCurrentInView } from "../../components";
import { classes } from "../../components/class-names";
import entry from "../../components/layout/entry.module.css";
import type { Connection } from "../../host/contract";
import { useKeysOf } from "../../shared/commands";
import type { CommandName } from "../../shared/commands/table";
import { useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { useServiceStatus } from "../../shared/data/service-status";
import { useStart } from "../../shared/data/start";
import { useSyncs } from "../../shared/data/sync";
import {
  batchesPath,
  changesPath,
  fixListPath,
  isOfAll,
  overviewPath,
  projectsPath,
  reportsPath,
  viewOfPath,
} from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useIsNarrow } from "../../shared/screen/use-is-narrow";
import { Count } from "./Count";
import styles from "./Sidebar.module.css";
import { SwitcherFace } from "./SwitcherFace";

const Switcher = lazyAfterFirstPaint(() => import("./Switcher"), "Switcher");
const SyncStatus = lazyAfterFirstPaint(() => import("../sync/SyncStatus"), "SyncStatus");
const BatchStatus = lazyAfterFirstPaint(() => import("../../features/batches/BatchNotifications"), "BatchStatus");
const UnseenChanges = lazyAfterFirstPaint(() => import("./SidebarCounts"), "UnseenChanges");
const FixCount = lazyAfterFirstPaint(() => import("./SidebarCounts"), "FixCount");
const ProjectCount = lazyAfterFirstPaint(() => import("./SidebarCounts"), "ProjectCount");
const Views = lazyAfterFirstPaint(() => import("./Views"), "Views");

/** Connection menu, screens, and settings; icons only in narrow windows. */
export function Sidebar({ current, place }: { current: Connection | undefined; place: string }) {
  const { t } = useLingui();
  const go = useGoTo();
  const isNarrow = useIsNarrow();
  const keysOf = useKeysOf();
  const shown = { current, isAll: isOfAll(place) };
  const connections = useConnections();
  const hasOnlySample = connections.length > 0 && connections.every(({ sample }) => sample);
  const { safe_mode } = useStart();
  const isOffered = hasOnlySample && !safe_mode && !/^\/(connections\/new|welcome)/.test(place);
  return (
    <nav className={styles.sidebar} aria-label={t`Main`}>
      <Switcher
        {...shown}
        fallback={
          <div className={styles.switcher}>
            <SwitcherFace {...shown} />
          </div>
        }
      />
      {current && <Lists id={current.id} place={place} isNarrow={isNarrow} />}
      <BatchStatus here={shown.isAll ? undefined : current?.id} />
      {isOffered && !isNarrow && (
        <div className={styles.connect}>
          <Button icon={Plug} onPress={() => go("/connections/new")}>
            <Trans>Connect your service</Trans>
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        {current && <SyncStatus key={current.id} connection={current} isOfAll={shown.isAll} isNarrow={isNarrow} />}
        <Tooltip text={t`Settings`} keys={keysOf("settings")}>
          <Link
            href="/settings"
            className={styles.settings}
            aria-label={t`Settings`}
            aria-current={place.startsWith("/settings") ? "page" : undefined}
          >
            <Settings size={16} strokeWidth={1.9} aria-hidden />
          </Link>
        </Tooltip>
      </div>
    </nav>
  );
}

type ListsProps = { id: string; place: string; isNarrow: boolean };

/** The screens of a connection; of all connections those that they share. */
function Lists({ id, place, isNarrow }: ListsProps) {
  const { t } = useLingui();
  const [{ views }] = usePreferences();
  const status = useServiceStatus(id);
  // An open view is marked current instead of its screen.
  const isAtView = views.some(({ id }) => id === viewOfPath(place));
  const isAll = isOfAll(place);
  const of = isAll ? null : id;
  const at = { place: isAtView ? "" : listFor(place, of), isNarrow };
  const { safe_mode: isOff } = useStart();
  const isKnown = useSyncs()?.some(({ connection, total }) => connection === id && total !== null) ?? false;
  const lists = useCurrentInView<HTMLDivElement>(place);
  return (
    <div ref={lists} className={styles.lists}>
      <ul className={entry.list}>
        <Entry icon={Gauge} label={t`Overview`} command="go_overview" href={overviewPath(of)} isOff={isOff} {...at} />
        <Entry
          icon={Files}
          label={t`Reports`}
          command="go_reports"
          href={reportsPath(of)}
          isOff={isOff && isAll}
          {...at}
        >
          {!isAll && <Count of={status.reports} isPassing={!isKnown} />}
        </Entry>
        {!isAll && (
          <Entry icon={Activity} label={t`Changes`} command="go_changes" href={changesPath(id)} isOff={isOff} {...at}>
            <UnseenChanges connection={id} />
          </Entry>
        )}
        <Entry icon={ListChecks} label={t`Fix list`} command="go_fix_list" href={fixListPath(of)} isOff={isOff} {...at}>
          {!isAll && <FixCount connection={id} />}
        </Entry>
        {!isAll && (
          <>
            <Entry icon={Folder} label={t`Projects`} command="go_projects" href={projectsPath(id)} {...at}>
              <ProjectCount connection={id} />
            </Entry>
            <Entry icon={Layers} label={t`Batches`} command="go_batches" href={batchesPath(id)} isOff={isOff} {...at} />
          </>
        )}
      </ul>
      {views.length > 0 && <Views isNarrow={isNarrow} here={of} />}
    </div>
  );
}

type EntryProps = {
  icon: LucideIcon;
  label: string;
  command: CommandName;
  href: string;
  place: string;
  isNarrow: boolean;
  /** Not available in safe mode. */
  isOff?: boolean;
  /** How many there are. */
  children?: ReactNode;
};

function Entry({ icon: Icon, label, command, href, place, isNarrow, isOff = false, children }: EntryProps) {
  const { t } = useLingui();
  const keysOf = useKeysOf();
  const current = isAt(place, href) ? "page" : undefined;
  if (isOff) {
    return (
      <li>
        <Tooltip text={t`Not available in safe mode`}>
          <Link
            className={classes(entry.entry, styles.entry)}
            aria-current={current}
            render={(link) => <span {...(link as ComponentProps<"span">)} aria-disabled />}
          >
            <Icon size={16} strokeWidth={1.9} aria-hidden />
            <span className={styles.label}>{label}</span>
          </Link>
        </Tooltip>
      </li>
    );
  }
  return (
    <li>
      <WithTooltip isShown={isNarrow} text={label} keys={keysOf(command)}>
        <Link href={href} className={classes(entry.entry, styles.entry)} aria-current={current}>
          <Icon size={16} strokeWidth={1.9} aria-hidden />
          <span className={styles.label}>{label}</span> {children}
        </Link>
      </WithTooltip>
    </li>
  );
}

/** The list that a screen without an entry belongs to. */
function listFor(place: string, connection: string | null): string {
  const screen = /^(?:\/c\/[^/?]+)?\/(compare|moments|sweep)(?=$|\?)/.exec(place)?.[1];
  if (screen === "moments" && connection !== null) return changesPath(connection);
  return screen === undefined ? place : reportsPath(connection);
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
