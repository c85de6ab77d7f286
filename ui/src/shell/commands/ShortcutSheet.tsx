import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog, Keys } from "../../components";
import { useKeyContext } from "../../shared/commands/context";
import { keysFor } from "../../shared/commands/key-bindings";
import { COMMAND_NAMES, COMMANDS } from "../../shared/commands/table";
import { GROUP_NAMES, GROUPS } from "./groups";
import styles from "./ShortcutSheet.module.css";

/** Shortcuts shown per command. */
const SHOWN = 2;

type Line = { label: MessageDescriptor; keys: readonly string[] };

/** Keys that list rows handle themselves. */
const IN_LISTS: readonly Line[] = [
  { label: msg`View row`, keys: ["enter"] },
  { label: msg`Select row`, keys: ["space"] },
  { label: msg`Extend selection up`, keys: ["shift+arrowup"] },
  { label: msg`Extend selection down`, keys: ["shift+arrowdown"] },
  { label: msg`Row menu`, keys: ["shift+f10"] },
];

/** A single key first: after a shortcut it would read as a part of it. */
const bySize = (one: string, other: string) => one.split("+").length - other.split("+").length;

/** All shortcuts for this platform. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const keyContext = useKeyContext();
  const groups = GROUP_NAMES.map((group) => {
    const named = COMMAND_NAMES.filter((name) => COMMANDS[name].group === group);
    const lines: Line[] = named.map((name) => ({ label: COMMANDS[name].label, keys: keysFor(name, keyContext) }));
    return { group, lines: [...(group === "list" ? IN_LISTS : []), ...lines].filter(({ keys }) => keys.length > 0) };
  });
  return (
    <Dialog title={t`Keyboard shortcuts`} isOpen isWide onClose={onClose}>
      <div className={styles.groups}>
        {groups.map(({ group, lines }) => (
          <section key={group} className={styles.group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`} className={styles.heading}>
              {i18n._(GROUPS[group])}
            </h3>
            <dl>
              {lines.map(({ label, keys }) => (
                <div key={i18n._(label)} className={styles.line}>
                  <dt>{i18n._(label)}</dt>
                  {keys
                    .slice(0, SHOWN)
                    .sort(bySize)
                    .map((one, at) => (
                      <dd key={one} className={styles.keys}>
                        {at > 0 && <Trans>or</Trans>} <Keys keys={one} />
                      </dd>
                    ))}
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
