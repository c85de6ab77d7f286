import { useLingui } from "@lingui/react/macro";

const isMac = /^(Mac|iP)/.test(navigator.platform);

/** The platform's order of modifiers. */
const HELD = isMac ? ["ctrl", "alt", "shift", "mod"] : ["mod", "ctrl", "alt", "shift"];

/** Symbols that are the same on all platforms. */
const SIGNS: Record<string, string> = {
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
  enter: "↵",
  plus: "+",
  "-": "−",
};

const MAC_SIGNS: Record<string, string> = {
  mod: "⌘",
  ctrl: "⌃",
  alt: "⌥",
  shift: "⇧",
  enter: "↩",
  delete: "⌦",
  backspace: "⌫",
};

/** The keys of a shortcut such as `mod+shift+c`, modifiers first; `mod` is ⌘ or Ctrl. */
function parts(keys: string): string[] {
  const names = keys.toLowerCase().split("+").filter(Boolean);
  return [...HELD.filter((held) => names.includes(held)), ...names.filter((name) => !HELD.includes(name))];
}

/** Formats a shortcut for this platform and language: `⇧⌘C`, `Ctrl+Shift+C`. */
export function useKeysText(): (keys: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    mod: t`Ctrl`,
    ctrl: t`Ctrl`,
    alt: t`Alt`,
    shift: t`Shift`,
    tab: t`Tab`,
    escape: t`Esc`,
    delete: t`Del`,
    backspace: t`Backspace`,
    space: t`Space`,
    home: t`Home`,
    end: t`End`,
    pageup: t`Page up`,
    pagedown: t`Page down`,
    ...SIGNS,
    ...(isMac && MAC_SIGNS),
  };
  return (keys) =>
    parts(keys)
      .map((name) => names[name] ?? name.toUpperCase())
      .join(isMac ? "" : "+");
}

const ARIA_NAMES: Record<string, string> = {
  mod: isMac ? "Meta" : "Control",
  ctrl: "Control",
  alt: "Alt",
  shift: "Shift",
  escape: "Escape",
  enter: "Enter",
  delete: "Delete",
  backspace: "Backspace",
  space: "Space",
  home: "Home",
  end: "End",
  pageup: "PageUp",
  pagedown: "PageDown",
  arrowleft: "ArrowLeft",
  arrowright: "ArrowRight",
  arrowup: "ArrowUp",
  arrowdown: "ArrowDown",
};

/** Formats a shortcut for `aria-keyshortcuts`: `Control+Shift+C`. */
export function ariaKeys(keys: string): string {
  return parts(keys)
    .map((name) => ARIA_NAMES[name] ?? (name.length === 1 ? name.toUpperCase() : name))
    .join("+");
}
