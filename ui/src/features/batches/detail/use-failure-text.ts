import { useLingui } from "@lingui/react/macro";
import type { Problem } from "../../../host/contract";
import { PROBLEMS } from "../../../shared/problems";
import { fieldText } from "../../../shared/problems/field-reasons";

/** Why rows failed. What is wrong with their own URLs may differ, so only a single row shows it. */
export function useFailureText(): (problem: Problem, isSingle: boolean) => string {
  const { i18n } = useLingui();
  return (problem, isSingle) =>
    (isSingle ? fieldText(problem, "url", i18n._.bind(i18n)) : undefined) ??
    problem.said ??
    i18n._(PROBLEMS[problem.code].title);
}
