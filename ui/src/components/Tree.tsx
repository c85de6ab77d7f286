import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Button, Collection, Tree as RawTree, TreeItem, TreeItemContent } from "react-aria-components";
import type { JsonValue } from "../host/contract";
import styles from "./Tree.module.css";

type Node = { id: string; name: string; value: JsonValue };

/** Data of any shape as a tree that opens and closes, with names and values as the service gave them. */
export function Tree({ label, value }: { label: string; value: { [name: string]: JsonValue } | JsonValue[] }) {
  return (
    <RawTree aria-label={label} items={childrenOf(value, "")} className={styles.tree} selectionMode="none">
      {(node) => <Branch {...node} />}
    </RawTree>
  );
}

function Branch({ id, name, value }: Node) {
  const { t } = useLingui();
  const nodes = childrenOf(value, id);
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
            <span className={styles.value}>{hasChildItems ? summary(value) : JSON.stringify(value)}</span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={nodes}>{(node) => <Branch {...node} />}</Collection>
    </TreeItem>
  );
}

function childrenOf(value: JsonValue, path: string): Node[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([name, child]) => ({ id: `${path}/${name}`, name, value: child }));
}

function summary(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.length}]` : "{…}";
}
