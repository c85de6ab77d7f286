import { useLingui } from "@lingui/react/macro";
import type { Problem } from "../../../host/contract";
import { PROBLEMS } from "../../../shared/problems";
import { fieldText } from "../../../shared/problems/field-reasons";

/** Why rows failed, first what is wrong with their URLs. */
export function useFailureText(): (problem: Problem) => string {
  const { i18n } = useLingui();
  return (problem) =>
    fieldText(problem, "url", i18n._.bind(i18n)) ?? problem.said ?? i18n._(PROBLEMS[problem.code].title);
}
