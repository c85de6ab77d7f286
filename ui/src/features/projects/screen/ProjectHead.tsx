import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMatch, useRouterState } from "@tanstack/react-router";
import { Ellipsis, FileUser, Network, Plus, ScanSearch } from "lucide-react";
import type { RefObject } from "react";
import { Link } from "react-aria-components";
import { Button, DateText, Menu, MenuItem, Tile, useCurrentInView, useFit } from "../../../components";
import { classes } from "../../../components/class-names";
import tabStyles from "../../../components/layout/tab.module.css";
import link from "../../../components/text/link.module.css";
import titleStyles from "../../../components/text/title.module.css";
import { useKeysOf } from "../../../shared/commands";
import { useConnection } from "../../../shared/data/connection";
import { usePreferences } from "../../../shared/data/preferences";
import { type ProjectTab, projectPath, searchString } from "../../../shared/navigation/routes";
import { useNewReport } from "../../../shared/planning/new-report";
import { useSitemapGaps } from "../../../shared/planning/use-sitemap-gaps";
import { useDeletions } from "../../../shared/unsaved/deletions";
import { CommonItems, type ProjectMenuProps, useProjectReport } from "../ProjectMenu";
import type { ProjectActions } from "../use-project-actions";
import styles from "./ProjectHead.module.css";
import { useProjectFixes, useSummary } from "./use-project-data";

export type ProjectHeadProps = Omit<ProjectMenuProps, "onPlan"> & {
  onPlan: ProjectActions["plan"];
  /** A batch is being planned. */
  isPlanning: boolean;
  /** A tab was pressed, so that the focus stays with the tabs. */
  pressed: RefObject<boolean>;
};

/** Creates private reports of pages that have none. */
const NEW_PAGES = {
  kind: "create",
  privacy: "private",
  known: { kind: "skip" },
  change_known: false,
  match_project: null,
} as const;

/** A project's name, how it stands, its actions, and its tabs; actions without room are in the menu. */
export function ProjectHead({ project, isPlanning, pressed, onPlan, onDelete }: ProjectHeadProps) {
  const { t } = useLingui();
  const report = useProjectReport();
  const { ask } = useNewReport();
  const keysOf = useKeysOf();
  const { id: connection } = useConnection();
  const isBeingDeleted = useDeletions(connection, "projects").pendingOf(project) !== undefined;
  const sitemap = useSitemapGaps(connection).find((gap) => gap.project === project)?.sitemap;
  const [level, line] = useFit(2);
  const recheck = () => onPlan(project, { kind: "refresh", older_than_days: null });
  return (
    <>
      <div>
        <div ref={line} className={styles.line} data-least={level > 1 || undefined}>
          <Tile id={project} name={project} form="large" />
          <div className={styles.names}>
            <h1 className={classes(titleStyles.title, styles.title)} dir="auto" title={project}>
              {project}
            </h1>
            <Standing project={project} />
          </div>
          <div className={styles.actions}>
            {level < 1 && (
              <Button icon={ScanSearch} isPending={isPlanning} isDisabled={isBeingDeleted} onPress={recheck}>
                <Trans>Recheck all</Trans>
              </Button>
            )}
            {level < 2 && (
              <Button variant="primary" icon={FileUser} onPress={() => report(project)}>
                <Trans>Client report…</Trans>
              </Button>
            )}
            <Menu placement="bottom end" trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
              {level > 0 && (
                <MenuItem icon={ScanSearch} label={t`Recheck all`} isDisabled={isBeingDeleted} onAction={recheck} />
              )}
              {level > 1 && <MenuItem icon={FileUser} label={t`Client report…`} onAction={() => report(project)} />}
              {ask && <MenuItem icon={Plus} label={t`New report`} keys={keysOf("new_report")} onAction={() => ask()} />}
              {sitemap !== undefined && (
                <MenuItem
                  icon={Network}
                  label={t`Plan from sitemap…`}
                  isDisabled={isBeingDeleted}
                  onAction={() => onPlan(project, NEW_PAGES, { kind: "sitemap", address: sitemap })}
                />
              )}
              <CommonItems project={project} onPlan={onPlan} onDelete={onDelete} />
            </Menu>
          </div>
        </div>
      </div>
      <Tabs project={project} pressed={pressed} />
    </>
  );
}

function Standing({ project }: { project: string }) {
  const { id: connection } = useConnection();
  const [{ stale_days }] = usePreferences();
  const { summary } = useSummary(project);
  if (!summary) return <p className={styles.standing} />;
  const { stale, checked_at } = summary;
  const stalePath = `${projectPath(connection, project, "reports")}${searchString({ stale_days })}`;
  return (
    <ul className={styles.standing}>
      {checked_at !== null && (
        <li>
          <Trans>
            Checked <DateText value={checked_at} isInText />
          </Trans>
        </li>
      )}
      {stale > 0 && (
        <li>
          <Link href={stalePath} className={link.link}>
            <Plural value={stale} one="# stale" other="# stale" />
          </Link>
        </li>
      )}
    </ul>
  );
}

type TabsProps = Pick<ProjectHeadProps, "project" | "pressed">;

function Tabs({ project, pressed }: TabsProps) {
  const { t } = useLingui();
  const { summary } = useSummary(project);
  const { data: fixes } = useProjectFixes(project);
  const place = useRouterState({ select: ({ location }) => location.pathname });
  const line = useCurrentInView<HTMLElement>(place);
  return (
    <nav ref={line} aria-label={t`Project`} className={styles.tabs}>
      <Tab label={t`Overview`} project={project} pressed={pressed} />
      <Tab label={t`Reports`} tab="reports" count={summary?.reports} project={project} pressed={pressed} />
      <Tab
        label={t({ message: "Fix list", context: "tab" })}
        tab="fix-list"
        count={fixes?.checks.length}
        project={project}
        pressed={pressed}
      />
      <Tab label={t`Changes`} tab="changes" project={project} pressed={pressed} />
    </nav>
  );
}

type TabProps = TabsProps & { label: string; tab?: ProjectTab; count?: number | undefined };

function Tab({ label, tab, count, project, pressed }: TabProps) {
  const { i18n } = useLingui();
  const { id: connection } = useConnection();
  const screen = useMatch({ strict: false, select: ({ routeId }) => routeId });
  const isCurrent = screen === `/c/$connection/projects/$project/${tab ?? ""}`;
  return (
    <Link
      href={projectPath(connection, project, tab)}
      className={tabStyles.tab}
      aria-current={isCurrent ? "page" : undefined}
      autoFocus={isCurrent && pressed.current}
      onPress={() => {
        pressed.current = true;
      }}
      onBlur={() => {
        pressed.current = false;
      }}
    >
      <span className={tabStyles.label} data-text={label}>
        {label}
      </span>
      {count !== undefined && count > 0 && <span className={styles.count}> {i18n.number(count)}</span>}
    </Link>
  );
}
