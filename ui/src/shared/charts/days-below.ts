/** A day below a chart of time. */
export type DayBelow = { ago: number; text: string; place: "start" | "middle" | "end" };

type Options = {
  /** The days from the chart's start to its end. */
  days: number;
  now: Date;
  /** In pixels. */
  width: number;
  format: (day: Date, form: Intl.DateTimeFormatOptions) => string;
  /** About how wide a text is, in pixels. */
  widthOf: (text: string) => number;
};

/** Between two texts, in pixels. */
const GAP = 16;

const [QUARTER, YEAR] = [90, 366];
const WEEKS = [7, 14, 21, 28, 42];
const MONTHS = [1, 2, 3, 4, 6, 12, 24, 60, 120];

/** Whole weeks before the end, or months at their start, as many as fit. */
export function daysBelow({ days, now, width, format, widthOf }: Options): DayBelow[] {
  const isOfMonths = days > QUARTER;
  const form: Intl.DateTimeFormatOptions = {
    month: "short",
    ...(!isOfMonths && { day: "numeric" }),
    ...(days > YEAR && { year: "numeric" }),
  };
  const at = (ago: number) => width - (ago / days) * width;
  let fitting: DayBelow[] = [];
  for (const step of isOfMonths ? MONTHS : days < 7 ? [1, 2, 3] : WEEKS) {
    const agos = isOfMonths ? monthsAgo(step, days, now) : daysAgo(step, days);
    fitting = agos.map((ago) => {
      const text = format(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago), form);
      const [x, half] = [at(ago), widthOf(text) / 2];
      return { ago, text, place: x < half ? "start" : x + half > width ? "end" : "middle" };
    });
    if (fitting.every((one, index) => isClear(one, fitting[index + 1]))) break;
  }
  return fitting;

  function isClear(one: DayBelow, next: DayBelow | undefined): boolean {
    return !next || edges(one)[1] + GAP <= edges(next)[0];
  }

  function edges({ ago, text, place }: DayBelow): [from: number, to: number] {
    const [x, size] = [at(ago), widthOf(text)];
    const from = place === "start" ? x : place === "end" ? x - size : x - size / 2;
    return [from, from + size];
  }
}

/** Oldest first. */
function daysAgo(step: number, days: number): number[] {
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => index * step).reverse();
}

/** How long ago every so many months began, oldest first. */
function monthsAgo(step: number, days: number, now: Date): number[] {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const agos: number[] = [];
  for (let month = now.getMonth(); ; month -= step) {
    const ago = (today - Date.UTC(now.getFullYear(), month, 1)) / (24 * 3600 * 1000);
    if (ago > days) return agos.reverse();
    agos.push(ago);
  }
}
