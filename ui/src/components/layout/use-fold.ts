import { type MouseEvent, useId, useState } from "react";

export type FoldOptions = {
  startsOpen?: boolean;
  /** Set if the caller controls it. */
  isOpen?: boolean | undefined;
  onToggle?: ((isOpen: boolean) => void) | undefined;
};

/**
 * The attributes of a button and of the panel that it unfolds, by the disclosure pattern of the ARIA guide. The panel
 * may be left out while it is folded.
 */
export function useFold({ startsOpen = false, ...given }: FoldOptions = {}) {
  const id = useId();
  const [own, setOwn] = useState(startsOpen);
  const { isOpen = own, onToggle = setOwn } = given;
  const panelId = `${id}-panel`;
  function onClick({ currentTarget }: MouseEvent<HTMLElement>) {
    // macOS doesn't focus a pressed button, and keys would go to the list.
    currentTarget.focus({ preventScroll: true });
    onToggle(!isOpen);
  }
  return {
    isOpen,
    trigger: { id, "aria-expanded": isOpen, "aria-controls": panelId, onClick },
    panel: { id: panelId, role: "group", "aria-labelledby": id, hidden: !isOpen },
  };
}
