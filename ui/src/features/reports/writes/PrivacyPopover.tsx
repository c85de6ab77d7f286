import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Popover, Menu as RawMenu, MenuItem as RawMenuItem, Text } from "react-aria-components";
import { Button, Form, PRIVACY_ICONS, useIsSlow } from "../../../components";
import { classes } from "../../../components/class-names";
import ring from "../../../components/marks/ring.module.css";
import popover from "../../../components/overlays/Popover.module.css";
import { problemOf } from "../../../host";
import type { Privacy, Problem, ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { type PrivacyChoice, usePasswordKeeping } from "../../../shared/passwords/use-password-keeping";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import { useIsNarrow } from "../../../shared/screen/use-is-narrow";
import { useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { isAccessProven, type Unapplied, unappliedOf } from "../actions/unapplied";
import type { PrivacyUpdate, Saved } from "../actions/use-report-actions";
import { firstChoice, PasswordFields, sentPrivacy } from "./PrivacyFields";
import styles from "./PrivacyPopover.module.css";
import { privacyAnchor } from "./privacy-anchor";
import { UnappliedNotice } from "./WriteNotices";

export type PrivacyPopoverProps = {
  report: ReportRow;
  /** Asks for a password at once. */
  isOfPassword: boolean;
  onClose: () => void;
  /** The popover stays open while this is pending, and shows the problem if it rejects. */
  onSave: (change: PrivacyUpdate) => Promise<Saved>;
};

/** The privacy of a report, at its value on the screen: a choice is sent at once, a password after it was typed. */
export function PrivacyPopover(props: PrivacyPopoverProps) {
  const { report, isOfPassword, onClose } = props;
  const { t } = useLingui();
  const anchor = useAnchor(report.id);
  const change = usePrivacyChange(props);
  const [isTyping, setTyping] = useState(isOfPassword);
  const isNarrow = useIsNarrow();

  function choose(privacy: Privacy) {
    if (change.pending) return;
    if (privacy === "password") setTyping(true);
    else if (privacy === report.privacy) onClose();
    else change.save(firstChoice(privacy));
  }

  return (
    <Popover
      aria-label={t`Privacy`}
      className={classes(popover.popover, styles.popover)}
      isOpen
      onOpenChange={() => !change.pending && onClose()}
      triggerRef={anchor}
      placement="bottom start"
      offset={6}
      // It ends where the panel's text does.
      {...(!isNarrow && { containerPadding: 28 })}
    >
      {isTyping ? (
        <PasswordForm report={report} change={change} onCancel={onClose} />
      ) : (
        <>
          <Choices privacy={report.privacy} pending={change.pending} onChoose={choose} />
          {change.problem && (
            <div className={styles.problem}>
              <ProblemInline problem={change.problem} />
            </div>
          )}
        </>
      )}
    </Popover>
  );
}

/** The element that the popover is at, and that has the focus after it. */
function useAnchor(id: string) {
  const [element] = useState(() => privacyAnchor(id));
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const value = element?.dataset.privacyOf === undefined ? null : element;
    value?.setAttribute("aria-expanded", "true");
    return () => {
      value?.removeAttribute("aria-expanded");
      // A menu that led here is gone, and the focus can't return to it.
      const canReturn = before !== document.body && before?.isConnected;
      if (document.activeElement === document.body && !canReturn) element?.focus();
    };
  }, [element, before]);
  return useRef(element);
}

type ChoicesProps = { privacy: Privacy | null; pending: Privacy | null; onChoose: (privacy: Privacy) => void };

function Choices({ privacy: present, pending, onChoose }: ChoicesProps) {
  const { t } = useLingui();
  const isSlow = useIsSlow(pending !== null);
  const choices: { privacy: Privacy; label: string; description: string }[] = [
    { privacy: "private", label: t`Private`, description: t`Only your account` },
    { privacy: "public", label: t`Public`, description: t`Anyone with the link` },
    { privacy: "password", label: t`Password…`, description: t`Anyone with the link and the password` },
  ];
  return (
    <RawMenu
      aria-label={t`Who can see the report`}
      className={popover.list}
      autoFocus="first"
      selectionMode="single"
      selectedKeys={present === null ? [] : [present]}
      shouldCloseOnSelect={false}
    >
      {choices.map(({ privacy, label, description }) => {
        const Icon = PRIVACY_ICONS[privacy];
        return (
          <RawMenuItem
            key={privacy}
            id={privacy}
            textValue={label}
            className={classes(popover.item, styles.choice)}
            onAction={() => onChoose(privacy)}
          >
            <Icon size={16} strokeWidth={1.9} aria-hidden />
            <span>
              <Text slot="label">{label}</Text>
              <Text slot="description" className={styles.description}>
                {description}
              </Text>
            </span>
            {isSlow && pending === privacy ? (
              <span className={classes(ring.ring, styles.turning)} />
            ) : (
              present === privacy && <Check size={16} strokeWidth={1.9} aria-hidden className={styles.check} />
            )}
          </RawMenuItem>
        );
      })}
    </RawMenu>
  );
}

type PasswordFormProps = { report: ReportRow; change: PrivacyChange; onCancel: () => void };

function PasswordForm({ report: { privacy, has_password }, change, onCancel }: PasswordFormProps) {
  const { t } = useLingui();
  const [choice, setChoice] = useState(firstChoice("password"));
  const { pending, problem, unapplied, isUnread } = change;
  const errorOf = useFieldTexts(problem);
  const isPending = pending !== null;
  useUnsavedWarning(choice.password === "" ? null : t`A password you typed for a report`);
  return (
    <Form className={styles.form} onSubmit={() => change.save(choice)}>
      <PasswordFields
        value={choice}
        onChange={(changed) => {
          setChoice(changed);
          change.forgetOutcome();
        }}
        errorOf={errorOf}
        isDisabled={isPending}
        autoFocus
      />
      {privacy === "password" && (
        <p className={styles.note}>
          {has_password === false ? (
            <Trans>The service says no password is set.</Trans>
          ) : (
            <Trans>A new password replaces the old one.</Trans>
          )}
        </p>
      )}
      {problem && !problem.fields.some(({ field }) => field === "password") && <ProblemInline problem={problem} />}
      {unapplied && <UnappliedNotice {...unapplied} />}
      {isUnread && (
        <p role="alert">
          <Trans>
            <b>Saved, but couldn’t reload.</b> Your password isn’t saved in Assay. Save again to confirm it.
          </Trans>
        </p>
      )}
      <div className={styles.buttons}>
        <Button onPress={onCancel} isDisabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </Form>
  );
}

type PrivacyChange = ReturnType<typeof usePrivacyChange>;

/** Saving the privacy, and the outcome. */
function usePrivacyChange({ onClose, onSave }: PrivacyPopoverProps) {
  const { id: connection } = useConnection();
  const [pending, setPending] = useState<Privacy | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [unapplied, setUnapplied] = useState<{ unapplied: Unapplied; row: ReportRow } | null>(null);
  const [isUnread, setUnread] = useState(false);
  const { noteWritten } = usePasswordKeeping(connection);

  function forgetOutcome() {
    setProblem(null);
    setUnapplied(null);
    setUnread(false);
  }

  function showOutcome(saved: Saved) {
    if (saved.kind === "unknown") return setProblem(saved.problem);
    const { written } = saved;
    const asked = { privacy: "password", password: true, checks: false } as const;
    const missing = unappliedOf(written, { isNew: false, asked, checkedBefore: null });
    if (missing) setUnapplied({ unapplied: missing, row: written.report.row });
    else setUnread(true);
  }

  async function save(choice: PrivacyChoice) {
    if (pending) return;
    setPending(choice.privacy);
    forgetOutcome();
    try {
      const saved = await onSave(sentPrivacy(choice));
      const proven = saved.kind === "answered" && isAccessProven(saved.written) ? saved.written : null;
      // The only copy of the password, which can safely be saved again.
      if (!proven && choice.privacy === "password") return showOutcome(saved);
      if (proven) noteWritten(proven);
      onClose();
    } catch (thrown) {
      setProblem(problemOf(thrown));
    } finally {
      setPending(null);
    }
  }

  return { pending, problem, unapplied, isUnread, forgetOutcome, save: (choice: PrivacyChoice) => void save(choice) };
}
