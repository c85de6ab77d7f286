import { i18n } from "@lingui/core";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { seededReports } from "../host/fake/data";
import { usualPreferences } from "../host/fake/index";
import { activate } from "../i18n";
import { renderApp } from "../test/render";

afterEach(() => {
  vi.doUnmock("../locales/ja");
  return activate("en");
});

const reports = seededReports(Date.now(), 12);
const inLanguage = (language: "de" | "ar" | "ja") => ({ start: { preferences: { ...usualPreferences, language } } });

function systemTurns(...languages: string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  act(() => void window.dispatchEvent(new Event("languagechange")));
}

it("starts in the kept language", async () => {
  await renderApp({ at: "/settings", ...inLanguage("de") });
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Einstellungen");
  expect(document.title).toContain("Einstellungen");
});

it("changes language live, React Aria's words and direction too, and keeps what the screen holds", async () => {
  const { user } = await renderApp({ at: "/c/c1/reports", reports });
  const [first] = await screen.findAllByRole("checkbox", { name: /^Select (?!All)/ });
  if (first) await user.click(first);

  systemTurns("ar-EG");
  await waitFor(() => expect(document.documentElement).toHaveAttribute("dir", "rtl"));
  expect(await screen.findByRole("checkbox", { name: "تحديد الكل" })).toBeVisible();
  expect(document.title).toContain("التقارير");
  expect(within(screen.getByRole("grid")).getAllByRole("img", { name: /^جيد/ })[0]).toBeVisible();
  expect(first).toBeChecked();
  expect(first).toHaveFocus();

  const search = screen.getByRole("searchbox");
  await user.type(search, "example");
  systemTurns("de-AT");
  expect(await screen.findByRole("checkbox", { name: "Alles auswählen" })).toBeVisible();
  expect(document.documentElement).toHaveAttribute("dir", "ltr");
  expect(screen.getByRole("searchbox")).toBe(search);
  expect(search).toHaveFocus();
  expect(search).toHaveValue("example");
  systemTurns("en-GB");
  expect(await screen.findByRole("checkbox", { name: "Select all" })).toBeVisible();
});

it("stays in the language that was gone back to while another one was still loading", async () => {
  await renderApp({ at: "/settings" });
  systemTurns("ja");
  systemTurns("en");
  await act(async () => void (await import("../locales/ja")));
  expect(i18n.locale).toBe("en");
});

it("is in English and says so when the kept language cannot be loaded", async () => {
  vi.doMock("../locales/ja", () => {
    throw new Error("It is not there.");
  });
  await renderApp({ at: "/settings", ...inLanguage("ja") });
  expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(await screen.findByText("Couldn’t load the language; showing English")).toBeVisible();
  expect(i18n.locale).toBe("en");
});

it("reads what checks found from right to left, where a number would lead from left to right", async () => {
  const [report] = seededReports(Date.now(), 1);
  const check = { name: "text_to_html_ratio", importance: "low", other: {} } as const;
  const found = { ...check, passed: false, value: 5.4, errors: { too_small: { min: 10 } } };
  const changed = report && { ...report, checks: [found] };
  await renderApp({
    at: `/c/c1/reports/${report?.row.id}`,
    ...inLanguage("ar"),
    reports: changed ? [changed] : [],
  });
  const panel = within(await screen.findByRole("complementary"));
  const text = await panel.findByText(/5\.4.*10/);
  expect(text).toHaveAttribute("dir", "rtl");
});

it("reads addresses from left to right, so that their beginning is in sight", async () => {
  const [report] = seededReports(Date.now(), 1);
  const urls = ["http://shop.example/a.png", "http://shop.example/b.png"];
  const check = {
    name: "mixed_content",
    importance: "low",
    passed: false,
    value: null,
    errors: urls,
    other: {},
  } as const;
  await renderApp({
    at: `/c/c1/reports/${report?.row.id}`,
    ...inLanguage("ar"),
    reports: report ? [{ ...report, checks: [check] }] : [],
  });
  const panel = within(await screen.findByRole("complementary"));
  expect(await panel.findByText(/a\.png.*b\.png/)).toHaveAttribute("dir", "auto");
});
