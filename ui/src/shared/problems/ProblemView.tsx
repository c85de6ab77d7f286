import { Trans, useLingui } from "@lingui/react/macro";
import { CirclePause, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { Button } from "../../components/buttons/Button";
import { Details } from "../../components/layout/Details";
import type { Problem } from "../../host/contract";
import { Pause } from "./Pause";
import styles from "./Problem.module.css";
import { ACTION_LABELS, PROBLEMS, type ProblemAction, particulars, type Wording } from "./problems";

/** The icons of how bad a problem is. */
export const TONE_ICONS: Record<Wording["tone"], LucideIcon> = {
  error: CircleX,
  warning: TriangleAlert,
  info: CirclePause,
};

/** What can be done about problems here, by kind of action. */
export type ProblemActions = Partial<Record<ProblemAction, () => void>>;

const ActionsContext = createContext<ProblemActions>({});

/** Gives actions for the problems shown below, such as the way to the connection's key. */
export function ProblemActionsProvider({ actions, children }: { actions: ProblemActions; children: ReactNode }) {
  const above = useContext(ActionsContext);
  return <ActionsContext value={{ ...above, ...actions }}>{children}</ActionsContext>;
}

/** The actions that are offered for a problem here, the most likely first. */
export function useProblemActions(problem: Problem, actions: ProblemActions = {}) {
  const { i18n } = useLingui();
  const all = { ...useContext(ActionsContext), ...actions };
  const { action, otherwise } = PROBLEMS[problem.code];
  return [action, otherwise].flatMap((kind) => {
    const onPress = kind ? all[kind] : undefined;
    return kind && onPress ? [{ label: i18n._(ACTION_LABELS[kind]), onPress }] : [];
  });
}

export type ProblemViewProps = {
  problem: Problem;
  /** What can be done about it here, besides what is given from above. */
  actions?: ProblemActions;
  /** More buttons beside the one action. */
  children?: ReactNode;
  /** `h1` where there is no other title on the screen. */
  headingLevel?: "h1" | "h2";
};

/** A problem in place of what could not be shown: what happened, what is safe, a way on, and the particulars. */
export function ProblemView({ problem, actions, children, headingLevel: Heading = "h2" }: ProblemViewProps) {
  const { i18n } = useLingui();
  const { title, next, tone } = PROBLEMS[problem.code];
  const [first, ...others] = useProblemActions(problem, actions);
  const Icon = TONE_ICONS[tone];
  return (
    <div className={styles.view} role={tone === "info" ? "status" : "alert"} data-problem={problem.code}>
      <Icon size={28} strokeWidth={1.25} aria-hidden className={styles.icon} data-tone={tone} />
      <Heading className={styles.title}>{i18n._(title)}</Heading>
      <p className={styles.next}>{i18n._(next)}</p>
      {problem.retry_after !== null && (
        <p className={styles.next}>
          <Pause problem={problem} />
        </p>
      )}
      <Said said={problem.said} />
      {(first || children) && (
        <div className={styles.actions}>
          {first && (
            <Button variant="primary" onPress={first.onPress}>
              {first.label}
            </Button>
          )}
          {others.map(({ label, onPress }) => (
            <Button key={label} onPress={onPress}>
              {label}
            </Button>
          ))}
          {children}
        </div>
      )}
      <ProblemDetails problem={problem} />
    </div>
  );
}

/** The service's own words, marked as such. */
function Said({ said }: { said: string | null }) {
  if (!said) return null;
  return (
    <p className={styles.said}>
      <Trans>
        The service says: <q>{said}</q>
      </Trans>
    </p>
  );
}

/** The particulars of a problem, to open and to copy. */
export function ProblemDetails({ problem }: { problem: Problem }) {
  return <Details text={particulars(problem)} />;
}
