import { act, createEvent, fireEvent, screen } from "@testing-library/react";
import { I18nProvider } from "react-aria-components";
import { expect, it, vi } from "vitest";
import { HostProvider } from "../../host";
import type { Platform, Preferences, Start } from "../../host/contract";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { renderWithTexts } from "../../test/texts";
import { PreferencesProvider } from "../data/preferences";
import { StartProvider } from "../data/start";
import { SaveQueueProvider } from "../unsaved/save-queue";
import { CommandsProvider, useCommand, useKeysOf } from "./context";
import type { CommandName } from "./table";

type Runs = Partial<Record<CommandName, () => void>>;

function Bound({ name, run }: { name: CommandName; run: () => void }) {
  useCommand(name, run);
  const keys = useKeysOf()(name);
  return <p data-testid={name}>{keys}</p>;
}

const row = (id: string) => ({ role: "row", "data-key": id });

type Options = { platform?: Platform; locale?: string; preferences?: Partial<Preferences> };

function start(runs: Runs, { platform = "linux", locale = "en", preferences }: Options = {}) {
  const host = new FakeHost();
  const all = (Object.keys(runs) as CommandName[]).map((name) => (
    <Bound key={name} name={name} run={runs[name] ?? (() => {})} />
  ));
  const view = (children: React.ReactNode) => (
    <I18nProvider locale={locale}>
      <StartProvider value={{ platform } as Start}>
        <HostProvider value={host}>
          <SaveQueueProvider>
            <PreferencesProvider initial={{ ...usualPreferences, ...preferences }}>
              <CommandsProvider>
                <main>
                  <button type="button">List</button>
                  <div {...row("1")} data-open>
                    <button type="button">Open row</button>
                  </div>
                  <div {...row("2")}>
                    <button type="button">Other row</button>
                  </div>
                  <div role="tablist">
                    <button type="button">Tab</button>
                  </div>
                </main>
                <aside>
                  <button type="button">Panel</button>
                  <div {...row("3")}>
                    <button type="button">Row in the panel</button>
                  </div>
                  <input aria-label="Text" />
                </aside>
                {children}
              </CommandsProvider>
            </PreferencesProvider>
          </SaveQueueProvider>
        </HostProvider>
      </StartProvider>
    </I18nProvider>
  );
  const { rerender } = renderWithTexts(view(all));
  return { show: (children: React.ReactNode) => rerender(view(children)) };
}

/** Presses a key in the named element or on the body; returns false if the default was prevented. */
function press(key: string, init: KeyboardEventInit = {}, at: Element = document.body): boolean {
  return fireEvent.keyDown(at, { key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, ...init });
}

const ctrl = { ctrlKey: true };
const text = () => screen.getByRole("textbox");
const named = (name: string) => screen.getByRole("button", { name });

it("runs a command by Ctrl, and on macOS by ⌘ alone", () => {
  const run = vi.fn();
  start({ new_report: run });
  press("n", { metaKey: true });
  press("n", { ...ctrl, shiftKey: true });
  press("n", { ...ctrl, altKey: true });
  expect(run).not.toHaveBeenCalled();
  expect(press("n", ctrl)).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
});

it("runs a command by ⌘ on macOS, where Ctrl is for other things", () => {
  const run = vi.fn();
  start({ new_report: run, back: run, delete_report: run }, { platform: "macos" });
  press("n", ctrl);
  press("ArrowLeft", { altKey: true });
  expect(run).not.toHaveBeenCalled();
  press("n", { metaKey: true });
  press("[", { metaKey: true, code: "BracketLeft" });
  press("Backspace", { metaKey: true });
  expect(run).toHaveBeenCalledTimes(3);
});

it("finds keys on every layout", () => {
  const runs = {
    find: vi.fn(),
    go_overview: vi.fn(),
    zoom_in: vi.fn(),
    zoom_reset: vi.fn(),
    copy_address: vi.fn(),
    shortcuts: vi.fn(),
  };
  start(runs);
  // Russian, Greek, Arabic: by physical key.
  press("а", { ...ctrl, code: "KeyF" });
  press("φ", { ...ctrl, code: "KeyF" });
  press("ب", { ...ctrl, code: "KeyF" });
  // Dvorak: by character.
  press("f", { ...ctrl, code: "KeyY" });
  press("u", { ...ctrl, code: "KeyF" });
  expect(runs.find).toHaveBeenCalledTimes(4);
  // French: digits are typed with Shift, but shortcuts go without.
  press("&", { ...ctrl, code: "Digit1" });
  press("1", { ...ctrl, code: "Numpad1" });
  expect(runs.go_overview).toHaveBeenCalledTimes(2);
  press("à", { ...ctrl, code: "Digit0" });
  expect(runs.zoom_reset).toHaveBeenCalledTimes(1);
  // German has = above 0; English has + above =.
  press("=", { ...ctrl, shiftKey: true, code: "Digit0" });
  press("+", { ...ctrl, shiftKey: true, code: "Equal" });
  press("+", { ...ctrl, code: "NumpadAdd" });
  expect(runs.zoom_in).toHaveBeenCalledTimes(3);
  press("C", { ...ctrl, shiftKey: true });
  press("С", { ...ctrl, shiftKey: true, code: "KeyC" });
  expect(runs.copy_address).toHaveBeenCalledTimes(2);
  press("?", { shiftKey: true, code: "Minus" });
  press("؟", { shiftKey: true, code: "Slash" });
  expect(runs.shortcuts).toHaveBeenCalledTimes(2);
});

it("leaves AltGr and the keys of input methods alone", () => {
  const run = vi.fn();
  start({ find: run, shortcuts: run });
  press("f", { ...ctrl, altKey: true, modifierAltGraph: true });
  press("f", { ...ctrl, isComposing: true });
  press("Process", { ...ctrl, code: "KeyF" });
  press("Dead", { ...ctrl, code: "KeyF" });
  expect(run).not.toHaveBeenCalled();
});

it("leaves keys to a text that is being typed", () => {
  const run = vi.fn();
  start({ shortcuts: run, delete_report: run, next_report: run, select_all: run, undo: run });
  const pressed = [["?", { shiftKey: true }], ["Delete"], ["ArrowRight"], ["a", ctrl], ["z", ctrl]] as const;
  for (const [key, init] of pressed) {
    expect(press(key, init, text()), key).toBe(true);
  }
  expect(run).not.toHaveBeenCalled();
  for (const [key, init] of pressed) {
    expect(press(key, init, named("Panel")), key).toBe(false);
  }
  expect(run).toHaveBeenCalledTimes(5);
});

it("leaves ⌘⌫ and the moves by ⌥ to a text on macOS", () => {
  const run = vi.fn();
  start({ delete_report: run, next_report: run }, { platform: "macos" });
  expect(press("Backspace", { metaKey: true }, text())).toBe(true);
  expect(press("ArrowDown", { altKey: true }, text())).toBe(true);
  expect(run).not.toHaveBeenCalled();
  press("ArrowDown", { altKey: true });
  expect(run).toHaveBeenCalledTimes(1);
});

it("runs commands from a text field by keys that type nothing", () => {
  const runs = { new_report: vi.fn(), back: vi.fn(), next_report: vi.fn(), close_panel: vi.fn() };
  start(runs);
  press("n", ctrl, text());
  press("ArrowLeft", { altKey: true }, text());
  press("ArrowDown", { altKey: true }, text());
  press("Escape", {}, text());
  for (const [name, run] of Object.entries(runs)) expect(run, name).toHaveBeenCalledTimes(1);
});

it("leaves arrows to controls that use them", () => {
  const run = vi.fn();
  start({ next_report: run });
  press("ArrowRight", {}, named("Tab"));
  expect(run).not.toHaveBeenCalled();
  press("ArrowRight", {}, named("Panel"));
  press("ArrowDown", { altKey: true }, named("Tab"));
  expect(run).toHaveBeenCalledTimes(2);
});

it("comes after a control that used a plain key, and before one that would keep the others", () => {
  const run = vi.fn();
  start({ close_panel: run, find: run });
  const button = named("List");
  button.addEventListener("keydown", (event) =>
    event.key === "Escape" ? event.preventDefault() : event.stopPropagation(),
  );
  press("Escape", {}, button);
  expect(run).not.toHaveBeenCalled();
  press("f", ctrl, button);
  expect(run).toHaveBeenCalledTimes(1);
});

it("does what the focus is at where two commands share a key", () => {
  const runs = { delete_selected: vi.fn(), delete_report: vi.fn(), clear_selection: vi.fn(), close_panel: vi.fn() };
  const { show } = start(runs);
  press("Delete", {}, named("List"));
  press("Escape", {}, named("List"));
  expect([runs.delete_selected, runs.clear_selection].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  press("Delete", {}, named("Panel"));
  press("Escape", {}, named("Panel"));
  expect([runs.delete_report, runs.close_panel].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  show(<Bound name="close_panel" run={runs.close_panel} />);
  press("Escape", {}, named("List"));
  expect(runs.close_panel).toHaveBeenCalledTimes(2);
});

it("deletes the open report from no row of another one", () => {
  const runs = { delete_report: vi.fn(), delete_selected: vi.fn() };
  const { show } = start(runs);
  press("Delete", {}, named("Other row"));
  expect(runs.delete_selected).toHaveBeenCalledTimes(1);
  show(<Bound name="delete_report" run={runs.delete_report} />);
  press("Delete", {}, named("Other row"));
  expect(runs.delete_report).not.toHaveBeenCalled();
  for (const name of ["Open row", "Row in the panel", "List"]) press("Delete", {}, named(name));
  expect(runs.delete_report).toHaveBeenCalledTimes(3);
});

it("rechecks the open report from no row of another one", () => {
  const run = vi.fn();
  start({ refresh_report: run });
  press("Enter", ctrl, named("Other row"));
  press("Enter", {}, named("Panel"));
  expect(run).not.toHaveBeenCalled();
  for (const name of ["Open row", "Panel", "List"]) press("Enter", ctrl, named(name));
  expect(run).toHaveBeenCalledTimes(3);
});

it("has no single-key shortcuts if they are off", () => {
  const run = vi.fn();
  start({ shortcuts: run, delete_report: run }, { preferences: { single_keys_off: true } });
  expect(press("?", { shiftKey: true, code: "Minus" })).toBe(true);
  press("؟", { shiftKey: true, code: "Slash" });
  expect(run).not.toHaveBeenCalled();
  expect(screen.getByTestId("shortcuts")).toHaveTextContent("mod+/");
  press("/", { ...ctrl, code: "Slash" });
  press("Delete");
  expect(run).toHaveBeenCalledTimes(2);
});

it("never lets the webview reload, search, or leave the page", () => {
  start({});
  for (const key of ["r", "f", "k"]) expect(press(key, ctrl), key).toBe(false);
  expect(press("F5")).toBe(false);
  expect(press("R", { ...ctrl, shiftKey: true })).toBe(false);
  expect(press("ArrowLeft", { altKey: true })).toBe(false);
  // Keys without a possible command keep their default.
  expect(press("c", ctrl)).toBe(true);
  expect(press("a", ctrl)).toBe(true);
  expect(press("Escape")).toBe(true);
  expect(press("Delete")).toBe(true);
});

it("does nothing behind a dialog but change the size, and something beside a message", () => {
  const runs = { new_report: vi.fn(), close_panel: vi.fn(), zoom_in: vi.fn() };
  const { show } = start(runs);
  const bound = (Object.keys(runs) as CommandName[]).map((name) => (
    <Bound key={name} name={name} run={runs[name as keyof typeof runs]} />
  ));
  show([...bound, <div key="d" role="alertdialog" aria-modal="false" />]);
  press("n", ctrl);
  expect(runs.new_report).toHaveBeenCalledTimes(1);
  show([...bound, <div key="d" role="dialog" />]);
  expect(press("n", ctrl)).toBe(false);
  press("Escape");
  press("=", { ...ctrl, code: "Equal" });
  expect(Object.values(runs).map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});

it("repeats only moves and sizes while keys are held", () => {
  const runs = { new_report: vi.fn(), next_report: vi.fn() };
  start(runs);
  for (const repeat of [false, true, true]) {
    expect(press("n", { ...ctrl, repeat })).toBe(false);
    press("ArrowRight", { repeat });
  }
  expect(runs.new_report).toHaveBeenCalledTimes(1);
  expect(runs.next_report).toHaveBeenCalledTimes(3);
});

it("turns arrows where text runs from right to left", () => {
  const runs = { next_report: vi.fn(), back: vi.fn() };
  start(runs, { locale: "ar" });
  press("ArrowRight");
  press("ArrowLeft", { altKey: true });
  expect(Object.values(runs).map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  press("ArrowLeft");
  press("ArrowRight", { altKey: true });
  expect(Object.values(runs).map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(screen.getByTestId("back")).toHaveTextContent("alt+arrowright");
});

it("goes back and forward by the buttons of the mouse, not behind a dialog", () => {
  const runs = { back: vi.fn(), forward: vi.fn() };
  const { show } = start(runs);
  const click = (button: number) => {
    const up = createEvent.mouseUp(named("List"), { button });
    fireEvent.mouseDown(named("List"), { button });
    fireEvent(named("List"), up);
    return up.defaultPrevented;
  };
  expect(click(0)).toBe(false);
  expect(click(3)).toBe(true);
  expect(click(4)).toBe(true);
  expect(Object.values(runs).map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  show([<Bound key="b" name="back" run={runs.back} />, <div key="d" role="dialog" />]);
  expect(click(3)).toBe(true);
  expect(runs.back).toHaveBeenCalledTimes(1);
});

it("does what came last while that is there, and nothing once all is gone", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { show } = start({ find: first });
  show([<Bound key="find" name="find" run={first} />, <Bound key="other" name="find" run={second} />]);
  press("f", ctrl);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  show(<Bound key="find" name="find" run={first} />);
  press("f", ctrl);
  act(() => show(null));
  press("f", ctrl);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
