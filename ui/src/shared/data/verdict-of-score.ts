import type { Verdict } from "../../host/contract";

/** Scores above the first limit are good, and from the second on decent (`field-notes.md` 3). */
export const [GOOD, DECENT] = [79, 49];

/** The lowest whole score of the verdict above a limit, which names it in charts. */
export const lowestOf = (limit: number) => (limit === GOOD ? GOOD + 1 : limit);

/** The verdict of a score as services give it; of an average, its shape (`interface.md` §3). */
export function verdictOfScore(score: number): Verdict {
  return score > GOOD ? "good" : score >= DECENT ? "decent" : "bad";
}
