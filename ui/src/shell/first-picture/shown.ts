import type { StartData } from "../../host/contract";

declare global {
  interface Window {
    /** A press before the scripts, kept by `ui/first-press.js`. */
    firstPress?: PointerEvent;
  }
}

/** The parts that take a press. */
const PRESSABLE = "[role=row], tr, button, a, label, input";

/** How long the picture may stay without a real screen, in milliseconds: even a slow computer has drawn it by then. */
const LONGEST = 10_000;

/** Where the picture was pressed, and its part there. */
type Press = { x: number; y: number; on: Element | null };

/** The kept picture that the page shows, until the real screen takes its place. */
export class ShownPicture {
  readonly #element: HTMLElement;
  readonly #root: HTMLElement;
  readonly #drawn: MutationObserver;
  #press: Press | null = null;
  #isUsed = false;
  #onPress = () => {};

  constructor(element: HTMLElement, root: HTMLElement) {
    this.#element = element;
    this.#root = root;
    // Before the engine paints: it then paints only what the press leads to.
    this.#drawn = new MutationObserver(() => {
      if (this.#press !== null && this.isPressed) this.#end();
    });
    this.#drawn.observe(root, { childList: true, subtree: true });
    root.setAttribute("aria-busy", "true");
    document.addEventListener("pointerdown", this.#note, true);
    if (window.firstPress) this.#note(window.firstPress);
    delete window.firstPress;
  }

  /** The real screen takes or took a press. */
  get isPressed(): boolean {
    return this.#isUsed || (this.#press !== null && this.#target(this.#press) !== null);
  }

  /** Calls `act` when the picture is pressed. */
  whenPressed(act: () => void): void {
    this.#onPress = act;
    if (this.#press !== null) act();
  }

  /** Shows the real screen in the frame in which `isReady` holds for the second time, or at least soon. */
  async giveWay(isReady: () => boolean): Promise<void> {
    const begun = performance.now();
    let wasReady = false;
    const isDue = () => {
      if (this.isPressed || performance.now() - begun > LONGEST) return true;
      const is = isReady() && this.#isAsFull();
      // The first frame may have rows without their final sizes.
      const isAgain = is && wasReady;
      wasReady = is;
      return isAgain;
    };
    while (!isDue()) await nextFrame();
    this.#end();
  }

  /** The real screen has about all that the picture shows: parts that load late come after its first rows. */
  #isAsFull(): boolean {
    const [shown, drawn] = [this.#element, this.#root].map((part) => part.querySelectorAll("*").length);
    return (drawn ?? 0) >= (shown ?? 0) * 0.98;
  }

  #end(): void {
    document.removeEventListener("pointerdown", this.#note, true);
    this.#drawn.disconnect();
    const press = this.#press;
    const target = press && this.#target(press);
    this.#press = null;
    this.#element.remove();
    this.#root.removeAttribute("aria-busy");
    if (!press || !target) return;
    this.#isUsed = true;
    if (target instanceof HTMLInputElement) target.focus();
    const there = document.elementFromPoint(press.x, press.y);
    (there instanceof HTMLElement && target.contains(there) ? there : target).click();
  }

  /** The last press is the wanted one. What is drawn beneath takes it itself: inert elements let it through. */
  readonly #note = ({ target, button, clientX: x, clientY: y }: PointerEvent) => {
    this.#isUsed ||= target instanceof Element && target !== this.#root && this.#root.contains(target);
    this.#answer(false);
    this.#press = !this.#isUsed && button === 0 ? { x, y, on: smallestAt(this.#element, x, y) } : null;
    this.#answer(true);
    if (this.#press !== null) this.#onPress();
  };

  /** Draws the pressed part as the real screen would. */
  #answer(isPressed: boolean): void {
    const on = this.#press?.on;
    on?.toggleAttribute(on.querySelector("[role=rowheader]") ? "data-open" : "data-pressed", isPressed);
  }

  /** The same part of the real screen, at the same place or else the only one. */
  #target({ x, y, on }: Press): HTMLElement | null {
    if (!on) return null;
    const isSame = (part: Element) => part.localName === on.localName && signOf(part) === signOf(on);
    const same = [...this.#root.querySelectorAll<HTMLElement>(PRESSABLE)].filter(isSame);
    const there = same.filter((part) => isAt(part, x, y));
    return there.at(-1) ?? (same.length === 1 && same[0] ? same[0] : null);
  }
}

/** The picture in the page, unless it is of another window size. */
export function pictureInPage(): ShownPicture | null {
  const element = document.getElementById("first-picture");
  const root = document.getElementById("root");
  if (!element || !root) return null;
  if (getComputedStyle(element).display !== "none") return new ShownPicture(element, root);
  element.remove();
  document.querySelector("link[href='/first-picture.css']")?.remove();
  return null;
}

/** The answers that the page brought. */
export function answersInPage(): StartData["answers"] {
  const data = document.getElementById("start-data");
  if (!data) return [];
  data.remove();
  return (JSON.parse(data.textContent) as StartData).answers;
}

/** Text that doesn't change while it waits: a row's heading, or a text without its numbers. */
function signOf(part: Element): string {
  const named = part.querySelector("[role=rowheader]") ?? part;
  // The core's classes in a picture have its sizes.
  const classNames = [...part.classList].filter((name) => !/^(react-aria|first-picture)-/.test(name));
  return `${classNames.join(" ")} ${named.textContent.replace(/\p{N}+/gu, "")}`;
}

function smallestAt(element: Element, x: number, y: number): Element | null {
  return [...element.querySelectorAll(PRESSABLE)].filter((part) => isAt(part, x, y)).at(-1) ?? null;
}

function isAt(part: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  return left <= x && x < right && top <= y && y < bottom;
}

/** Windows that aren't shown may get no frames. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 200);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
