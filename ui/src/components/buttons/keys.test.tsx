import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

describe.each([
  ["Linux x86_64", "Ctrl+Shift+C", "Control+Shift+C", "Ctrl+Alt+↑", "Ctrl+↵"],
  ["Win32", "Ctrl+Shift+C", "Control+Shift+C", "Ctrl+Alt+↑", "Ctrl+↵"],
  ["MacIntel", "⇧⌘C", "Shift+Meta+C", "⌥⌘↑", "⌘↩"],
])("on %s", (platform, text, aria, arrow, enter) => {
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
    renderWithTexts(
      <>
        <Keys keys="mod+shift+c" />
        <Keys keys="alt+mod+arrowup" />
        <Keys keys="mod+enter" />
        <Keys keys="?" />
      </>,
    );
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(arrow)).toBeVisible();
    expect(screen.getByText(enter)).toBeVisible();
    expect(screen.getByText("?")).toBeVisible();
    expect(ariaKeys("mod+shift+c")).toBe(aria);
  });

  it("writes a plus as a key of its own, unless nothing joins the keys", async () => {
    const { renderWithTexts } = await import("../../test/texts");
    const { Keys } = await import("./Keys");
    const { container } = renderWithTexts(<Keys keys="mod+plus" />);
    const written = [...container.querySelectorAll("kbd")].map((key) => key.textContent);
    expect(written).toEqual(text.includes("+") ? ["Ctrl", "+"] : ["⌘+"]);
  });
});
