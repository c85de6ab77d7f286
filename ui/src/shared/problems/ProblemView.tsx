import { Trans, useLingui } from "@lingui/react/macro";
import { CirclePause, CircleX, type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { Button } from "../../components/buttons/Button";
import { classes } from "../../components/class-names";
import { useIsFirst } from "../../components/layout/Banner";
import { Details } from "../../components/layout/Details";
import { Drawing, type DrawingName } from "../../components/layout/Drawing";
import empty from "../../components/layout/EmptyState.module.css";
import titleStyles from "../../components/text/title.module.css";
import { LINK_AFTER, type Problem, type ProblemCode } from "../../host/contract";
import { Countdown, Pause } from "./Pause";
import styles from "./Problem.module.css";
import {
  ACTION_LABELS,
  nextStep,
  PROBLEMS,
  type ProblemAction,
  problemDetails,
  serviceMessage,
  type Wording,
} from "./problems";

export const TONE_ICONS: Record<Wording["tone"], LucideIcon> = {
  error: CircleX,
  warning: TriangleAlert,
  info: CirclePause,
};

/** Actions for problems shown here, by kind. */
export type ProblemActions = Partial<Record<Exclude<ProblemAction, "edit_connection">, () => void>> & {
  /** Opens the settings where the problem may be fixed. */
  edit_connection?: (code: ProblemCode) => void;
};

const ActionsContext = createContext<ProblemActions>({});

/** Provides actions for problems below. */
export function ProblemActionsProvider({ actions, children }: { actions: ProblemActions; children: ReactNode }) {
  const above = useContext(ActionsContext);
  return <ActionsContext value={{ ...above, ...actions }}>{children}</ActionsContext>;
}

/** The actions offered for a problem, most likely first. */
export function useProblemActions(problem: Problem, actions: ProblemActions = {}) {
  const { i18n } = useLingui();
  const all = { ...useContext(ActionsContext), ...actions };
  const { action, otherwise } = PROBLEMS[problem.code];
  return [action, otherwise].flatMap((kind) => {
    const onPress = kind ? all[kind] : undefined;
    return kind && onPress ? [{ kind, label: i18n._(ACTION_LABELS[kind]), onPress: () => onPress(problem.code) }] : [];
  });
}

const DRAWINGS: Partial<Record<ProblemCode, DrawingName>> = {
  redirected: "connection",
  unsupported_service: "connection",
  forbidden: "key",
  keychain_locked: "key",
  keychain_missing: "key",
  keychain_failed: "key",
  maintenance: "pause",
  throttled: "pause",
  service_fault: "service",
};

function drawingOf(code: ProblemCode): DrawingName {
  const link = LINK_AFTER[code];
  return DRAWINGS[code] ?? (link === "offline" ? "connection" : link === "key_refused" ? "key" : "unsealed");
}

export type ProblemViewProps = {
  problem: Problem;
  /** Added to the actions from `ProblemActionsProvider`. */
  actions?: ProblemActions;
  /** When it is tried again automatically, in milliseconds since 1970. */
  retryAt?: number | null;
  /** More buttons next to the main action. */
  children?: ReactNode;
  /** `h1` if the screen has no other title. */
  headingLevel?: "h1" | "h2";
};

/** Shown instead of the content that failed: what happened, what is safe, what to do, and details. */
export function ProblemView({
  problem,
  actions,
  retryAt = null,
  children,
  headingLevel: Heading = "h2",
}: ProblemViewProps) {
  const { i18n } = useLingui();
  const { title, tone } = PROBLEMS[problem.code];
  const [first, ...others] = useProblemActions(problem, actions);
  // It takes the place of the banner that says the same.
  useIsFirst(problem.code === "safe_mode" ? "outage" : undefined);
  return (
    <div
      className={classes(empty.empty, styles.view)}
      role={tone === "info" ? "status" : "alert"}
      data-problem={problem.code}
    >
      <Drawing name={drawingOf(problem.code)} />
      <Heading className={titleStyles.title}>{i18n._(title)}</Heading>
      <Said said={serviceMessage(problem)} />
      <p className={styles.next}>{i18n._(nextStep(problem, retryAt !== null))}</p>
      {problem.retry_after !== null && retryAt === null && (
        <p className={styles.next}>
          <Pause problem={problem} />
        </p>
      )}
      {(first || children) && (
        <div className={styles.actions}>
          {first && (
            <Button variant="primary" icon={first.kind === "retry" ? RotateCw : undefined} onPress={first.onPress}>
              {first.label}
              {first.kind === "retry" && <Countdown until={retryAt} />}
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

/** The service's own message, marked as a quote. */
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

/** Details of a problem, collapsible and copyable. */
export function ProblemDetails({ problem }: { problem: Problem }) {
  return <Details text={problemDetails(problem)} />;
}
