import { Plural, useLingui } from "@lingui/react/macro";
import type { Problem } from "../host/contract";
import { PROBLEMS } from "./problems";

/** How many failures are named before the rest is counted. */
const NAMED = 5;

export type FailuresProps = {
  of: readonly { id: string; problem: Problem }[];
  /** What a thing is called, if it has a name besides its id. */
  nameOf: (id: string) => string | undefined;
};

/** Why some of several things failed, each by its name, and how many more there are. */
export function Failures({ of, nameOf }: FailuresProps) {
  const { i18n } = useLingui();
  const more = of.length - NAMED;
  if (of.length === 0) return null;
  return (
    <ul>
      {of.slice(0, NAMED).map(({ id, problem: { code, said } }) => (
        <li key={id}>
          <b>{nameOf(id) || id}</b>: {said ?? i18n._(PROBLEMS[code].title)}
        </li>
      ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  );
}
