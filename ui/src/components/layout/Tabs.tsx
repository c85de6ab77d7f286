import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { TABBABLE } from "../tabbable";
import { isRightToLeft } from "./Panel";
import styles from "./Tabs.module.css";
import tab from "./tab.module.css";

type TabEntry = { id: string; label: string; content: ReactNode };

export type TabsProps = {
  "aria-label": string;
  tabs: readonly TabEntry[];
  /** The selected tab's id, if the parent controls it. */
  selected?: string;
  onSelect?: (id: string) => void;
};

/**
 * Tabs and the selected one's panel, by the tabs pattern of the ARIA guide. React Aria's are there only after a second
 * rendering: they gather the tabs in the first.
 */
export function Tabs({ "aria-label": label, tabs, selected, onSelect }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(tabs[0]?.id);
  const current = selected ?? own;
  const shown = tabs.find(({ id }) => id === current);

  function select(id: string) {
    if (id === current) return;
    setOwn(id);
    onSelect?.(id);
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === current}
            {...(id === current && { "aria-controls": base })}
            tabIndex={id === current ? 0 : -1}
            className={tab.tab}
            onClick={({ currentTarget }) => {
              // macOS doesn't focus a pressed button.
              currentTarget.focus();
              select(id);
            }}
          >
            <span className={tab.label} data-text={label}>
              {label}
            </span>
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={shown.id}
          ref={keepReachable}
          role="tabpanel"
          id={base}
          aria-labelledby={`${base}-${shown.id}`}
          className={styles.panel}
        >
          {shown.content}
        </div>
      )}
    </div>
  );
}

/** Moves to another tab, which selects it. */
function move(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(target as HTMLElement);
  const [forth, back] = isRightToLeft(currentTarget) ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const to = { [forth]: (at + 1) % tabs.length, [back]: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  tabs.at(to)?.click();
}

/** Lets Tab reach a panel while nothing in it takes the focus; one that has the focus keeps it. */
function keepReachable(panel: HTMLElement | null) {
  if (!panel) return;
  const update = () => {
    if (!panel.querySelector(TABBABLE)) panel.tabIndex = 0;
    else if (document.activeElement !== panel) panel.removeAttribute("tabindex");
  };
  update();
  panel.addEventListener("blur", update);
  const observer = new MutationObserver(update);
  observer.observe(panel, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  return () => observer.disconnect();
}
