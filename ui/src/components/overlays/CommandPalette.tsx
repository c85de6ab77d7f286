import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Input, Modal, ModalOverlay, Dialog as RawDialog, VisuallyHidden } from "react-aria-components";
import { Keys } from "../buttons/Keys";
import { classes } from "../class-names";
import caption from "../text/caption.module.css";
import { LiveText } from "../text/LiveText";
import { Match, placeOf } from "../text/Match";
import styles from "./CommandPalette.module.css";
import modal from "./modal.module.css";

const VEIL = classes(modal.veil, styles.veil);

export type PaletteEntry = {
  id: string;
  /** Its name for matching; also shown unless there is `content`. */
  label: string;
  content?: ReactNode;
  /** An icon or a stamp. */
  mark?: ReactNode;
  detail?: string | undefined;
  keys?: string | undefined;
  hasActions?: boolean;
  /** It removes something: below a rule, in the color of danger. */
  isDanger?: boolean;
};

export type PaletteSection = { id: string; title: string; entries: readonly PaletteEntry[] };

/** A text, and the entry that the user moved to, if any. */
export type PaletteInput = { query: string; active: string | null };

export type CommandPaletteProps = {
  "aria-label": string;
  placeholder: string;
  /** Before the field: an icon, or what the entries are about. */
  mark: ReactNode;
  input: PaletteInput;
  onInput: (input: PaletteInput) => void;
  /** Matching entries, best first. */
  sections: readonly PaletteSection[];
  /** More entries may come for this query; Enter waits for them. */
  isSearching: boolean;
  /** Shown without entries. */
  empty: ReactNode;
  /** The number of entries, for screen readers. */
  count: string;
  /** Key hints for the chosen entry. */
  hints: (entry: PaletteEntry, onActions: () => void) => ReactNode;
  /** With `isOther`, as by Ctrl or ⌘ and Enter. */
  onChoose: (id: string, isOther: boolean) => void;
  onActions: (id: string) => void;
  /** Leaves the actions of an entry; `null` elsewhere. */
  onBack: (() => void) | null;
  /** Runs another key's command, if it has one here. */
  onShortcut: (event: globalThis.KeyboardEvent) => void;
  onClose: () => void;
};

/** A search field over everything, to pick one of many entries; the first is chosen until the user moves. */
export function CommandPalette(props: CommandPaletteProps) {
  const { "aria-label": label, placeholder, mark, input, onInput, sections, isSearching, empty, count, hints } = props;
  const { onChoose, onActions, onBack, onShortcut, onClose } = props;
  const [list, keys] = [useId(), useId()];
  const entries = sections.flatMap((section) => section.entries);
  const current = entries.find(({ id }) => id === input.active) ?? entries[0];
  const currentId = current && optionId(list, current.id);
  const enter = useEnter(input, isSearching, (isOther) => current && onChoose(current.id, isOther));

  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  function move(by: 1 | -1) {
    const at = current ? entries.indexOf(current) : -1;
    const next = entries[(at + by + entries.length) % entries.length];
    if (next) onInput({ ...input, active: next.id });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing) return;
    const act = actOf(event);
    if (!act) return onShortcut(event.nativeEvent);
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function actOf({ key, shiftKey }: KeyboardEvent): (() => unknown) | null {
    if (key === "ArrowDown") return () => move(1);
    if (key === "ArrowUp") return () => move(-1);
    if (key === "Enter") return () => enter(shiftKey);
    if (key === "Tab" && shiftKey) return () => onBack?.();
    if (key === "Tab") return () => current?.hasActions && onActions(current.id);
    const isBack = key === "Escape" || (key === "Backspace" && input.query === "");
    return isBack ? onBack : null;
  }

  return (
    <ModalOverlay className={VEIL} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={classes(modal.modal, styles.modal)}>
        <RawDialog className={modal.dialog} aria-label={label}>
          <div className={styles.field}>
            {mark}
            <Input
              className={classes(styles.input, onBack && styles.small)}
              role="combobox"
              aria-label={label}
              aria-expanded={entries.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={currentId}
              aria-describedby={current && keys}
              placeholder={placeholder}
              // If small, no URL before it takes its room; some languages have wider letters.
              {...(onBack && { size: Math.max(16, placeholder.length) })}
              autoComplete="off"
              spellCheck="false"
              autoFocus
              value={input.query}
              onChange={({ target }) => onInput({ query: target.value, active: null })}
              onKeyDown={onKeyDown}
            />
            {!onBack && (
              <span aria-hidden>
                <Keys keys="escape" />
              </span>
            )}
          </div>
          <Entries {...props} id={list} current={current} />
          {current === undefined && <p className={styles.empty}>{empty}</p>}
          {current && (
            <footer id={keys} className={styles.hints}>
              {hints(current, () => onActions(current.id))}
            </footer>
          )}
          <LiveText>{count}</LiveText>
        </RawDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Chooses at once what the user moved to; otherwise once the entries are those of the text. */
function useEnter(input: PaletteInput, isSearching: boolean, choose: (isOther: boolean) => void) {
  const [asked, setAsked] = useState<{ input: PaletteInput; isOther: boolean } | null>(null);
  const isReady = asked !== null && asked.input === input && !isSearching;
  useEffect(() => {
    if (!isReady) return;
    setAsked(null);
    choose(asked.isOther);
  });
  return (isOther: boolean) => {
    if (isSearching && input.active === null) setAsked({ input, isOther });
    else choose(isOther);
  };
}

/** Spaces can't be in an element's id. */
const optionId = (list: string, entry: string) => `${list}-${encodeURIComponent(entry)}`;

type EntriesProps = CommandPaletteProps & { id: string; current: PaletteEntry | undefined };

function Entries({ id: list, current, input, onInput, sections, onChoose, ...props }: EntriesProps) {
  return (
    <div id={list} className={styles.list} role="listbox" aria-label={props["aria-label"]}>
      {sections.map(({ id, title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={id} role="group" aria-labelledby={`${list}-title-${id}`}>
          {props.onBack ? (
            // The field says so.
            <VisuallyHidden id={`${list}-title-${id}`} role="presentation">
              {title}
            </VisuallyHidden>
          ) : (
            <div id={`${list}-title-${id}`} className={classes(caption.caption, styles.title)} role="presentation">
              {title}
            </div>
          )}
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(list, entry.id)}
              entry={entry}
              search={input.query.trim()}
              isCurrent={entry === current}
              onMove={() => onInput({ ...input, active: entry.id })}
              onChoose={() => onChoose(entry.id, false)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  entry: PaletteEntry;
  search: string;
  isCurrent: boolean;
  onMove: () => void;
  onChoose: () => void;
};

function Option({ id, entry, search, isCurrent, onMove, onChoose }: OptionProps) {
  const { label, content, mark, detail, keys, isDanger } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      className={classes(styles.entry, isDanger && styles.danger)}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={isCurrent ? undefined : onMove}
      onClick={onChoose}
    >
      <span className={styles.mark}>{mark}</span>{" "}
      <span className={styles.label} dir="auto">
        {content ?? <Match text={label} place={placeOf(search, label)} />}
      </span>{" "}
      {detail && <span className={styles.detail}>{detail}</span>}
      {keys ? (
        <Keys keys={keys} />
      ) : (
        isCurrent && (
          <span aria-hidden>
            <Keys keys="enter" />
          </span>
        )
      )}
    </div>
  );
}
