import type { Verdict } from "../../host/contract";

/** The verdict of a score as services give it; of an average, its shape (`interface.md` §3). */
export function verdictOfScore(score: number): Verdict {
  return score > 79 ? "good" : score >= 49 ? "decent" : "bad";
}
