import { useLingui } from "@lingui/react/macro";
import type { Problem } from "../../../host/contract";
import { PROBLEMS, serviceMessage } from "../../../shared/problems";
import { fieldText } from "../../../shared/problems/field-reasons";

/** A period that ends the only sentence; services word theirs as they like. */
const LAST_PERIOD = /^(?!.*[.!?。]\s)(.*[^.])[.。]$/s;

/** Why rows failed, first what is wrong with their URLs; without a period, since lists have none. */
export function useFailureText(): (problem: Problem) => string {
  const { i18n } = useLingui();
  return (problem) => {
    const text = fieldText(problem, "url", i18n) ?? serviceMessage(problem) ?? i18n._(PROBLEMS[problem.code].title);
    return text.replace(LAST_PERIOD, "$1");
  };
}
