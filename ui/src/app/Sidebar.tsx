import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, FileText, Folder, type LucideIcon, Plus, Settings, Settings2, Stethoscope } from "lucide-react";
import type { ReactElement } from "react";
import { Link, Button as RawButton, VisuallyHidden } from "react-aria-components";
import { Menu, MenuChoice, MenuItem, MenuSeparator, Tooltip } from "../components";
import type { Connection } from "../host/contract";
import { withoutScheme } from "./addresses";
import { useKeysOf } from "./commands";
import { useConnectionName, useConnections } from "./connection";
import { useGo } from "./go";
import { LogoMark } from "./LogoMark";
import { checkOf, projectsOf, reportsOf } from "./places";
import styles from "./Sidebar.module.css";
import { useServiceState } from "./state";
import { useMedia } from "./use-media";

/** The way around: which connection, its screens, and the settings. Narrow windows show icons alone. */
export function Sidebar({ current, place }: { current: Connection | undefined; place: string }) {
  const { t, i18n } = useLingui();
  const isNarrow = useMedia("(max-width: 900px)");
  const state = useServiceState(current?.id);
  const keysOf = useKeysOf();
  const link = {
    connected: t`Connected`,
    offline: t`Not reached`,
    key_refused: t`Key not accepted`,
    none: current ? t`Not connected yet` : t`No connection`,
  }[state.link ?? "none"];

  return (
    <nav className={styles.sidebar} aria-label={t`Main`}>
      <Switcher current={current} />
      {current && (
        <ul className={styles.list}>
          <Entry
            icon={FileText}
            label={t`Reports`}
            keys={keysOf("go_reports")}
            href={reportsOf(current.id)}
            isHere={place.startsWith(reportsOf(current.id))}
            count={state.reports === null ? null : i18n.number(state.reports)}
            isNarrow={isNarrow}
          />
          <Entry
            icon={Folder}
            label={t`Projects`}
            keys={keysOf("go_projects")}
            href={projectsOf(current.id)}
            isHere={place.startsWith(projectsOf(current.id))}
            count={state.projects === null ? null : i18n.number(state.projects)}
            isNarrow={isNarrow}
          />
        </ul>
      )}
      <div className={styles.foot}>
        <p className={styles.state} data-link={state.link ?? "none"} title={isNarrow ? link : undefined}>
          <span className={styles.dot} />
          <span className={styles.stateText}>{link}</span>
        </p>
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
  const go = useGo();
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

function Entry({
  icon: Icon,
  label,
  keys,
  href,
  isHere,
  count,
  isNarrow,
}: {
  icon: LucideIcon;
  label: string;
  keys: string | undefined;
  href: string;
  isHere: boolean;
  count: string | null;
  isNarrow: boolean;
}) {
  return (
    <li>
      <WithTooltip isShown={isNarrow} text={label} keys={keys}>
        <Link href={href} className={styles.entry} aria-current={isHere ? "page" : undefined}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          <span className={styles.label}>{label}</span>{" "}
          {count !== null && <span className={styles.count}>{count}</span>}
        </Link>
      </WithTooltip>
    </li>
  );
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
