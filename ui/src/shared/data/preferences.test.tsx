import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { HostProvider } from "../../host";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { SaveQueueProvider, useSaveQueue } from "../unsaved/save-queue";
import { PreferencesProvider, usePreferences } from "./preferences";

it("draws nothing again when only the place changes, and saves it", async () => {
  const host = new FakeHost();
  let renders = 0;
  let save: ReturnType<typeof usePreferences>[1] = () => {};
  let saveNow: () => Promise<unknown> = async () => {};
  function Reader() {
    renders += 1;
    [, save] = usePreferences();
    saveNow = useSaveQueue().flush;
    return null;
  }
  render(
    <I18nProvider i18n={i18n}>
      <HostProvider value={host}>
        <SaveQueueProvider>
          <PreferencesProvider initial={usualPreferences}>
            <Reader />
          </PreferencesProvider>
        </SaveQueueProvider>
      </HostProvider>
    </I18nProvider>,
  );
  const before = renders;
  await act(async () => {
    save({ place: "/c/c1/projects" });
    await saveNow();
  });
  expect(renders).toBe(before);
  expect(host.requests("preferences_save").at(-1)?.place).toBe("/c/c1/projects");
  await act(async () => save({ page_size: 100 }));
  expect(renders).toBe(before + 1);
});
