import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

describe.each([
  ["Linux x86_64", ["Ctrl", "Shift", "C"], "Control+Shift+C", ["Ctrl", "Alt", "↑"], ["Ctrl", "+"]],
  ["Win32", ["Ctrl", "Shift", "C"], "Control+Shift+C", ["Ctrl", "Alt", "↑"], ["Ctrl", "+"]],
  ["MacIntel", ["⇧⌘C"], "Shift+Meta+C", ["⌥⌘↑"], ["⌘+"]],
])("on %s", (platform, copy, aria, up, plus) => {
  beforeEach(() => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
    vi.resetModules();
  });
  afterEach(() => vi.resetModules());

  it("writes shortcuts as they are written there", async () => {
    const { renderWithTexts } = await import("../../test/texts");
    const { i18n } = await import("@lingui/core");
    i18n.loadAndActivate({ locale: "en", messages: {} });
    const { Keys } = await import("./Keys");
    const { ariaKeys } = await import("./key-names");
    const written = (keys: string) => {
      const { container } = renderWithTexts(<Keys keys={keys} />);
      return [...container.querySelectorAll("kbd kbd")].map((key) => key.textContent);
    };
    expect(written("mod+shift+c")).toEqual(copy);
    expect(written("alt+mod+arrowup")).toEqual(up);
    expect(written("mod+plus")).toEqual(plus);
    expect(written("?")).toEqual(["?"]);
    expect(ariaKeys("mod+shift+c")).toBe(aria);
  });
});
