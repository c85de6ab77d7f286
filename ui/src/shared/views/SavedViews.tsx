import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Ellipsis, GripVertical, TimerOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { GridList, GridListItem, Button as RawButton, useDragAndDrop } from "react-aria-components";
import { Button, Menu } from "../../components";
import { classes } from "../../components/class-names";
import entry from "../../components/layout/entry.module.css";
import caption from "../../components/text/caption.module.css";
import type { SavedView } from "../../host/contract";
import { useConnectionName, useConnections } from "../data/connection";
import { connectionOfPath } from "../navigation/routes";
import { NameDialog } from "./NameDialog";
import styles from "./SavedViews.module.css";
import { useViews } from "./use-views";
import { ViewItems } from "./ViewItems";
import { placeOfView } from "./view-place";

/** How many reports views have, by their ids, where known; or that their regular expression is too slow. */
export type ViewCounts = ReadonlyMap<string, number | "slow">;

export type SavedViewsProps = {
  isNarrow: boolean;
  counts: ViewCounts;
  /** The connection that the screen is of; `null` for all. */
  here: string | null;
};

/** The sidebar's saved views, which can be reordered. */
export function SavedViews({ isNarrow, counts, here }: SavedViewsProps) {
  const { t, i18n } = useLingui();
  const views = useViews();
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": nameOf(String(key)) })),
    renderDragPreview: ([item]) => <div className={styles.preview}>{item?.["text/plain"]}</div>,
    onReorder: ({ keys, target }) => {
      const moved = [...keys].map(String);
      if (moved.includes(String(target.key))) return;
      const others = views.views.map(({ id }) => id).filter((id) => !moved.includes(id));
      const at = others.indexOf(String(target.key)) + (target.dropPosition === "after" ? 1 : 0);
      views.reorder([...others.slice(0, at), ...moved, ...others.slice(at)]);
    },
  });
  const nameOf = (id: string) => views.views.find((view) => view.id === id)?.name ?? "";

  return (
    <div>
      {!isNarrow && (
        <p className={classes(caption.caption, styles.heading)} aria-hidden>
          <Trans>Views</Trans>
        </p>
      )}
      <GridList
        aria-label={t`Saved views`}
        className={classes(entry.list, styles.list)}
        items={views.views.map((view) => ({ ...view, key: view.id }))}
        dragAndDropHooks={dragAndDropHooks}
        dependencies={[views, isNarrow, counts, here]}
      >
        {(view) => {
          const isOpen = views.open?.id === view.id;
          const isChanged = isOpen && views.isChanged;
          const of = connectionOfPath(placeOfView(view)) ?? null;
          const count = of === here ? counts.get(view.id) : undefined;
          return (
            <GridListItem
              id={view.id}
              href={placeOfView(view)}
              textValue={isChanged ? t`${view.name} (modified)` : view.name}
              className={classes(entry.entry, styles.entry, isNarrow && styles.narrow)}
              render={(row) => (
                <div {...(row as ComponentProps<"div">)} aria-current={isOpen ? "page" : undefined} title={view.name} />
              )}
            >
              <RawButton slot="drag" className={styles.handle} aria-label={t`Move ${view.name}`}>
                <GripVertical size={14} strokeWidth={1.75} aria-hidden />
              </RawButton>
              {isNarrow ? (
                <span className={styles.initial} aria-hidden dir="auto">
                  {[...view.name][0]}
                </span>
              ) : (
                <Scope of={of} here={here} />
              )}
              <span className={styles.name} dir="auto">
                {view.name}
              </span>
              {!isNarrow && count !== undefined && (
                <span className={classes(entry.count, styles.count)}>
                  {count === "slow" ? <TooSlow /> : i18n.number(count)}
                </span>
              )}
              {isChanged && <span className={styles.changed} title={t`Changed`} />}
              <span className={styles.menu}>
                <Menu trigger={<Button variant="quiet" icon={Ellipsis} aria-label={t`Actions for ${view.name}`} />}>
                  <ViewItems view={view} views={views} onRename={() => setRenamed(view)} />
                </Menu>
              </span>
            </GridListItem>
          );
        }}
      </GridList>
      {renamed && (
        <NameDialog
          title={t`Rename view`}
          name={renamed.name}
          onSave={(name) => views.rename(renamed.id, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </div>
  );
}

/** Names the connections of a view if the screen is of others. */
function Scope({ of, here }: { of: string | null; here: string | null }) {
  const { t } = useLingui();
  const connections = useConnections();
  const nameOf = useConnectionName();
  if (of === here || connections.length === 1) {
    return (
      <span className={styles.scope}>
        <Bookmark size={14} strokeWidth={2.1} aria-hidden />
      </span>
    );
  }
  const own = connections.find(({ id }) => id === of);
  const name = own ? nameOf(own) : t`All connections`;
  return (
    <span className={styles.scope} title={name}>
      <Bookmark size={14} strokeWidth={2.1} role="img" aria-label={name} />
    </span>
  );
}

/** In place of a count that would take too long. */
function TooSlow() {
  const { t } = useLingui();
  return (
    <span title={t`Regular expression too slow`}>
      <TimerOff size={13} strokeWidth={2.1} role="img" aria-label={t`Regular expression too slow`} />
    </span>
  );
}
