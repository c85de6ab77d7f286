import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, CircleX, Copy, TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { Disclosure, DisclosurePanel, Button as RawButton } from "react-aria-components";
import type { Problem } from "../host/contract";
import { Button } from "./Button";
import styles from "./Problem.module.css";
import { ACTION_LABELS, PROBLEMS, type ProblemAction, particulars } from "./problems";

/** What can be done about problems here, by kind of action. */
export type ProblemActions = Partial<Record<ProblemAction, () => void>>;

const ActionsContext = createContext<ProblemActions>({});

/** Gives actions for the problems shown below, such as the way to the connection's key. */
export function ProblemActionsProvider({ actions, children }: { actions: ProblemActions; children: ReactNode }) {
  const above = useContext(ActionsContext);
  return <ActionsContext value={{ ...above, ...actions }}>{children}</ActionsContext>;
}

/** The one action that is offered for a problem here, if any. */
export function useProblemAction(problem: Problem, actions: ProblemActions = {}) {
  const { i18n } = useLingui();
  const all = { ...useContext(ActionsContext), ...actions };
  const kind = PROBLEMS[problem.code].action;
  const onPress = kind ? all[kind] : undefined;
  return kind && onPress ? { label: i18n._(ACTION_LABELS[kind]), onPress } : null;
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

/** A problem in place of what could not be shown: what happened, what is safe, one action, and the particulars. */
export function ProblemView({ problem, actions, children, headingLevel: Heading = "h2" }: ProblemViewProps) {
  const { i18n } = useLingui();
  const { title, next, tone } = PROBLEMS[problem.code];
  const action = useProblemAction(problem, actions);
  const Icon = tone === "error" ? CircleX : TriangleAlert;
  return (
    <div className={styles.view} role="alert" data-problem={problem.code}>
      <Icon size={28} strokeWidth={1.25} aria-hidden className={styles.icon} data-tone={tone} />
      <Heading className={styles.title}>{i18n._(title)}</Heading>
      <p className={styles.next}>{i18n._(next)}</p>
      <Pause seconds={problem.retry_after} />
      <Said said={problem.said} />
      {(action || children) && (
        <div className={styles.actions}>
          {action && (
            <Button variant="primary" onPress={action.onPress}>
              {action.label}
            </Button>
          )}
          {children}
        </div>
      )}
      <ProblemDetails problem={problem} />
    </div>
  );
}

function Pause({ seconds }: { seconds: number | null }) {
  if (seconds === null) return null;
  return (
    <p className={styles.next}>
      <Plural
        value={seconds}
        one="The service says to wait for # second."
        other="The service says to wait for # seconds."
      />
    </p>
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

/** Technical text, to open and to copy. */
export function Details({ text }: { text: string }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  return (
    <Disclosure className={styles.details}>
      <RawButton slot="trigger" className={styles.detailsTrigger}>
        <ChevronRight size={14} aria-hidden />
        <Trans>Details</Trans>
      </RawButton>
      <DisclosurePanel className={styles.detailsPanel}>
        <pre className={styles.particulars}>{text}</pre>
        <Button
          icon={Copy}
          onPress={() => {
            navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {isCopied ? t`Copied` : t`Copy details`}
        </Button>
      </DisclosurePanel>
    </Disclosure>
  );
}
