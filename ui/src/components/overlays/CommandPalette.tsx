import { Search } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  Dialog as RawDialog,
  TextField,
} from "react-aria-components";
import { Keys } from "../buttons/Keys";
import { LiveText } from "../text/LiveText";
import styles from "./CommandPalette.module.css";

export type PaletteEntry = { id: string; label: string; detail?: string | undefined; keys?: string | undefined };

export type PaletteSection = { id: string; title: string; entries: readonly PaletteEntry[] };

export type CommandPaletteProps = {
  /** Also the field's placeholder. */
  "aria-label": string;
  query: string;
  onQuery: (query: string) => void;
  /** Matching entries, best first. */
  sections: readonly PaletteSection[];
  /** Shown without entries. */
  empty: ReactNode;
  /** The number of entries, for screen readers. */
  count: string;
  onChoose: (id: string) => void;
  onClose: () => void;
};

/** A search field over everything, to pick one of many entries. */
export function CommandPalette(props: CommandPaletteProps) {
  const { query, onQuery, sections, empty, count, onChoose, onClose } = props;
  const label = props["aria-label"];

  // After a paste no entry has the focus yet, so Enter picks the first.
  function chooseFirst(event: KeyboardEvent<HTMLElement>) {
    const first = sections[0]?.entries[0];
    const isMeant = event.key === "Enter" && !event.nativeEvent.isComposing && query.trim() !== "";
    if (!isMeant || !first || (event.target as Element).hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    onChoose(first.id);
  }

  return (
    <ModalOverlay className={styles.veil} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={styles.modal}>
        <RawDialog className={styles.dialog} aria-label={label}>
          <Autocomplete inputValue={query} onInputChange={onQuery}>
            <TextField className={styles.field ?? ""} aria-label={label} autoFocus onKeyDown={chooseFirst}>
              <Search size={16} strokeWidth={1.75} aria-hidden />
              <Input
                className={styles.input ?? ""}
                role="combobox"
                aria-expanded
                placeholder={label}
                autoComplete="off"
                spellCheck="false"
              />
            </TextField>
            <ListBox
              className={styles.list}
              aria-label={label}
              items={sections}
              onAction={(id) => onChoose(String(id))}
              renderEmptyState={() => <p className={styles.empty}>{empty}</p>}
            >
              {({ id, title, entries }) => (
                <ListBoxSection id={id}>
                  <Header className={styles.title}>{title}</Header>
                  <Collection items={entries}>
                    {(entry) => (
                      <ListBoxItem className={styles.entry ?? ""} textValue={entry.label}>
                        <span className={styles.label}>{entry.label}</span>{" "}
                        {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
                        {entry.keys && <Keys keys={entry.keys} />}
                      </ListBoxItem>
                    )}
                  </Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
          <LiveText>{count}</LiveText>
        </RawDialog>
      </Modal>
    </ModalOverlay>
  );
}
