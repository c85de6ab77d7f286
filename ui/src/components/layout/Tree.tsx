import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { Button, Collection, Tree as RawTree, TreeItem, TreeItemContent } from "react-aria-components";
import type { JsonValue } from "../../host/contract";
import styles from "./Tree.module.css";

type Node = { id: string; name: string; data: JsonValue; nodes: Node[] };

/** A collapsible tree of any JSON value. */
export function Tree({ label, value }: { label: string; value: { [name: string]: JsonValue } | JsonValue[] }) {
  // New nodes would rebuild the tree endlessly.
  const nodes = useMemo(() => nodesOf(value, ""), [value]);
  return (
    <RawTree aria-label={label} items={nodes} className={styles.tree} selectionMode="none">
      {(node) => <Branch node={node} />}
    </RawTree>
  );
}

function Branch({ node: { id, name, data, nodes } }: { node: Node }) {
  const { t } = useLingui();
  return (
    <TreeItem id={id} textValue={name} className={styles.item} hasChildItems={nodes.length > 0}>
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.line} style={{ paddingInlineStart: (level - 1) * 16 }}>
            {hasChildItems ? (
              <Button slot="chevron" className={styles.chevron} aria-label={t`Open or close ${name}`}>
                <ChevronRight size={14} aria-hidden />
              </Button>
            ) : (
              <span className={styles.chevron} />
            )}
            <span className={styles.name}>{name}</span>
            <span className={styles.value}>{hasChildItems ? summary(data) : JSON.stringify(data)}</span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={nodes}>{(node) => <Branch node={node} />}</Collection>
    </TreeItem>
  );
}

function nodesOf(value: JsonValue, path: string): Node[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([name, child], index) => {
    // By index: names can contain anything, including slashes.
    const id = `${path}/${index}`;
    return { id, name, data: child, nodes: nodesOf(child, id) };
  });
}

function summary(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.length}]` : "{…}";
}
