import { i18n } from "@lingui/core";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { Age } from "./Age";
import { DateText } from "./DateText";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 10, 0) });
});
afterEach(() => {
  vi.useRealTimers();
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

function shown(value: string | null, form?: "relative" | "long" | "date" | "exact") {
  return renderWithTexts(<DateText value={value} {...(form && { form })} />).container;
}

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

it.each([
  [at(2026, 10, 21, 9, 59), "1 min ago"],
  [new Date(2026, 10, 21, 9, 0, 20).toISOString(), "1 hr ago"],
  [at(2026, 10, 21, 8, 0), "2 hr ago"],
  [at(2026, 10, 20, 23, 0), "Yesterday"],
  [at(2026, 10, 16, 1, 0), "5 days ago"],
  [at(2026, 10, 14, 1, 0), "Nov 14"],
  [at(2025, 11, 31, 1, 0), "Dec 31, 2025"],
  [at(2026, 10, 22, 10, 0), "Nov 22"],
])("says %s as %s", (value, text) => {
  expect(shown(value)).toHaveTextContent(text);
});

it("says just now within a text, too", () => {
  const now = at(2026, 10, 21, 10, 0);
  expect(shown(now)).toHaveTextContent("Just now");
  expect(shown(now, "long")).toHaveTextContent("just now");
});

it.each([
  ["de-AT", "Vor 5 Tagen", "14. Nov.", "Samstag, 14. November 2026"],
  ["pt-BR", "Há 5 dias", "14 de nov.", "sábado, 14 de novembro de 2026"],
  ["ja", "5 日前", "11月14日", "2026年11月14日土曜日"],
  ["ar-EG", "قبل ٥ أيام", "١٤ نوفمبر", "السبت، ١٤ نوفمبر ٢٠٢٦"],
])("says it the way of %s", (locale, ago, day, exact) => {
  i18n.loadAndActivate({ locale: new Intl.Locale(locale).language, locales: [locale], messages: {} });
  expect(shown(at(2026, 10, 16, 1, 0))).toHaveTextContent(ago);
  const older = shown(at(2026, 10, 14, 1, 0));
  expect(older).toHaveTextContent(day);
  expect(older.querySelector("time")?.title).toContain(exact);
});

it("ends no sentence with an abbreviation", () => {
  i18n.loadAndActivate({ locale: "de", messages: {} });
  const value = at(2026, 10, 21, 9, 49);
  expect(shown(value, "long")).toHaveTextContent(/^vor 11 Minuten$/);
});

it("has the exact time in its title", () => {
  const value = at(2026, 10, 14, 16, 5);
  const time = shown(value).querySelector("time");
  expect(time).toHaveAttribute("datetime", value);
  expect(time?.title).toMatch(/^Saturday, November 14, 2026.*4:05:00/);
  expect(shown(value, "exact")).toHaveTextContent(/^Nov 14, 2026, 4:05/);
});

it("says when nothing is known, and shows what is no date as it is", () => {
  expect(shown(null)).toHaveTextContent("–Unknown");
  expect(shown("soon")).toHaveTextContent("soon");
});

it("begins with a small letter within a sentence", () => {
  const value = at(2026, 10, 20, 23, 0);
  expect(renderWithTexts(<Age at={value} />).container).toHaveTextContent("Saved copy · yesterday");
});

it("gets older within a sentence, by one timer that stops while the window is hidden", () => {
  const isHidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  const hide = (to: boolean) => {
    isHidden.mockReturnValue(to);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000));
  const { container, unmount } = renderWithTexts(
    <>
      <Age at={at(2026, 10, 21, 9, 58)} />
      <DateText value={at(2026, 10, 21, 9, 30)} form="long" />
    </>,
  );
  expect(container).toHaveTextContent("Saved copy · 2 min ago30 minutes ago");
  expect(vi.getTimerCount()).toBe(1);
  pass(1);
  expect(container).toHaveTextContent("Saved copy · 3 min ago31 minutes ago");
  hide(true);
  expect(vi.getTimerCount()).toBe(0);
  pass(10);
  hide(false);
  expect(container).toHaveTextContent("Saved copy · 13 min ago41 minutes ago");
  pass(1);
  expect(container).toHaveTextContent("Saved copy · 14 min ago42 minutes ago");
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it("tells one time by one age wherever and whenever it's drawn", () => {
  const checked = at(2026, 10, 21, 9, 58);
  const times = (count: number) => (
    <ul>
      {[...Array(count).keys()].map((row) => (
        <li key={row}>
          <DateText value={checked} />
        </li>
      ))}
    </ul>
  );
  const ages = () => [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  const { container, rerender } = renderWithTexts(times(1));
  act(() => void vi.advanceTimersByTime(40_000));
  rerender(times(2));
  expect(ages()).toEqual(["2 min ago", "2 min ago"]);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(ages()).toEqual(["3 min ago", "3 min ago"]);
  expect(vi.getTimerCount()).toBe(1);
});
