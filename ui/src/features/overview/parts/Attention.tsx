import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ClockAlert, FilePlus2, FileQuestionMark, Globe } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button, Menu, MenuItem, Meter } from "../../../components";
import type { Overview } from "../../../host/contract";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { usePreferences } from "../../../shared/data/preferences";
import { publicReportsPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import type { Planning } from "../../../shared/planning/use-planning";
import { useCreateMissing, useSitemapGaps } from "../../../shared/planning/use-sitemap-gaps";
import { FactText } from "../../../shared/screen/FactText";
import styles from "./Attention.module.css";

type AttentionProps = { connection: string | null; overview: Overview; planning: Planning };

/** Stale reports, public ones, and the quota, each with what to do. */
export function Attention({ connection, overview, planning }: AttentionProps) {
  const { t } = useLingui();
  const go = useGoTo();
  const [{ stale_days }] = usePreferences();
  const { stale, public: open } = overview;
  return (
    <section aria-label={t`Needs attention`}>
      <ul className={styles.list}>
        <Item
          icon={ClockAlert}
          href={reportsPath(connection, { stale_days })}
          title={plural(stale, { one: "# stale report", other: "# stale reports" })}
          note={<Plural value={stale_days} one="Not checked for # day" other="Not checked for # days" />}
        >
          {stale > 0 && <Recheck connection={connection} staleDays={stale_days} planning={planning} />}
        </Item>
        <Item
          icon={Globe}
          href={reportsPath(connection, { privacy: "public" })}
          title={plural(open, { one: "# public report", other: "# public reports" })}
          note={<Trans>Anyone with the link</Trans>}
        >
          {open > 0 && (
            <Button
              aria-label={t`Review public reports`}
              onPress={() => go(publicReportsPath(connection ?? undefined))}
            >
              <Trans>Review</Trans>
            </Button>
          )}
        </Item>
        {connection !== null && <Missing connection={connection} />}
        <Created connection={connection} count={overview.created_this_month} />
      </ul>
    </section>
  );
}

type RecheckProps = { connection: string | null; staleDays: number; planning: Planning };

/** Plans a batch, which is shown before anything is sent; of all connections, each gets its own. */
function Recheck({ connection, staleDays, planning }: RecheckProps) {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const plan = (id: string) =>
    void planning.plan({
      connection: id,
      source: { kind: "library", query: { stale_days: staleDays, per_page: 100 } },
      wish: { kind: "refresh", older_than_days: null },
      password: null,
      keep_passwords: false,
    });
  const only = connection ?? (connections.length === 1 ? connections[0]?.id : undefined);
  const button = (
    <Button
      aria-label={t`Recheck stale reports…`}
      isPending={planning.isPlanning}
      {...(only !== undefined && { onPress: () => plan(only) })}
    >
      <Trans>Recheck…</Trans>
    </Button>
  );
  if (only !== undefined) return button;
  return (
    <Menu trigger={button}>
      {connections.map((one) => (
        <MenuItem key={one.id} label={connectionName(one)} onAction={() => plan(one.id)} />
      ))}
    </Menu>
  );
}

/** Pages of remembered sitemaps that have no report, if there are any. */
function Missing({ connection }: { connection: string }) {
  const gaps = useSitemapGaps(connection).filter(({ missing }) => missing > 0);
  const { create, isReading } = useCreateMissing(connection);
  const [gap] = gaps;
  if (!gap) return null;
  const { project } = gap;
  const missing = gaps.reduce((sum, one) => sum + one.missing, 0);
  return (
    <Item
      icon={FileQuestionMark}
      title={plural(missing, { one: "# page without a report", other: "# pages without a report" })}
      note={
        <span className={styles.line} title={gaps.length === 1 ? project : undefined}>
          {gaps.length === 1 ? (
            <Trans>Sitemap of {project}</Trans>
          ) : (
            <Plural value={gaps.length} one="Sitemap of # site" other="Sitemaps of # sites" />
          )}
        </span>
      }
    >
      {create && (
        <Button isPending={isReading} onPress={() => create()}>
          <Trans>Create…</Trans>
        </Button>
      )}
    </Item>
  );
}

/** How much of the monthly quota is used, if the user has said how much there is. */
function Created({ connection, count }: { connection: string | null; count: number }) {
  const { t, i18n } = useLingui();
  const [{ quotas }] = usePreferences();
  const quota = connection === null ? undefined : quotas[connection];
  if (quota === undefined) {
    return (
      <Item
        icon={FilePlus2}
        title={plural(count, { one: "# report created", other: "# reports created" })}
        note={<Trans>This month</Trans>}
      />
    );
  }
  const [used, limit] = [i18n.number(count), i18n.number(quota)];
  return (
    <Item
      icon={FilePlus2}
      title={t`${used} of ${limit} created`}
      note={<Plural value={Math.max(0, quota - count)} one="Monthly quota, # left" other="Monthly quota, # left" />}
    >
      <span className={styles.quota}>
        <Meter share={count / Math.max(1, quota)} />
      </span>
    </Item>
  );
}

function Item({ children, ...fact }: ComponentProps<typeof FactText> & { children?: ReactNode }) {
  return (
    <li className={styles.item}>
      <FactText {...fact} />
      {children}
    </li>
  );
}
