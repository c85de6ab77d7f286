import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Banner, Button, LiveText } from "../../components";
import type { Problem } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { batchesPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { PasswordRule, PrivacyRule } from "../../shared/planning/rules";
import { ProblemDetails, ProblemInline, useFieldTexts } from "../../shared/problems";
import { Screen } from "../../shared/screen/Screen";
import { LeaveQuestion } from "../../shared/unsaved/close-guard";
import { DraftNotice } from "../../shared/unsaved/drafts-notice";
import { useBatchLabels } from "./labels";
import styles from "./NewBatchScreen.module.css";
import { CreateRules } from "./rules";
import { useFaultWords } from "./source/faults";
import { goToLine, LineEditor, lineOfCaret, useLineText } from "./source/LineEditor";
import { NO_NOTES, notesOf } from "./source/line-notes";
import { FileFields, OtherSources, SitemapFields, useFileChoice } from "./source/SourceFields";
import { SourceFound } from "./source/SourceFound";
import { type NewBatchForm, useNewBatchForm } from "./source/use-new-batch-form";
import { AUTO_DETECT, isKeepable } from "./source/values";

/** The id of the text that describes the list. */
const HINT = "list-hint";

/** Maximum lines of each kind in a preview. */
const MOST_NOTES = 1000;

/** Collects the URLs and options of a new batch and plans it; writes nothing. */
export function NewBatchScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const go = useGoTo();
  const form = useNewBatchForm(connection);
  return (
    <Screen
      title={t`New batch`}
      actions={
        <span className={styles.close}>
          <Button variant="quiet" icon={X} aria-label={t`Close`} onPress={() => go(batchesPath(connection))} />
        </span>
      }
    >
      {form.problem && (
        <div className={styles.notice}>
          <ProblemInline problem={form.problem} actions={{ retry: form.plan }} />
        </div>
      )}
      {form.isRestored && (
        <div className={styles.notice}>
          <DraftNotice onStartOver={form.startOver}>
            <Trans>Draft restored.</Trans>
          </DraftNotice>
        </div>
      )}
      <div className={styles.body}>
        <SourcePart form={form} />
        <RulesPart connection={connection} form={form} />
      </div>
      <div className={styles.foot}>
        <span className={styles.promise}>
          <Trans>Nothing is sent until you start the batch.</Trans>
        </span>
        {form.isPlanning && (
          <Button onPress={form.stop}>
            <Trans>Stop</Trans>
          </Button>
        )}
        <Button variant="primary" onPress={form.plan} isPending={form.isPlanning} isDisabled={!form.canPlan}>
          <Trans>Review plan</Trans>
        </Button>
      </div>
      <LeaveQuestion
        isNeeded={form.isLost}
        title={
          form.isEdit ? t`Discard changes?` : form.unkept === "list" ? t`Discard the list?` : t`Discard the password?`
        }
        leaveLabel={t`Discard`}
        onLeave={() => form.isEdit && form.forget()}
      >
        {form.isEdit ? (
          <Trans>Your changes to this plan haven’t been saved.</Trans>
        ) : form.unkept === "list" ? (
          <Trans>The pasted list isn’t saved because it may contain passwords. Your other choices are kept.</Trans>
        ) : (
          <Trans>Your draft is kept, except for the password.</Trans>
        )}
      </LeaveQuestion>
    </Screen>
  );
}

/** Where the URLs come from, and what was found there. */
function SourcePart({ form }: { form: NewBatchForm }) {
  const { t } = useLingui();
  const { values, change, isPlanning, found } = form;
  const { problem } = found;
  const file = useFileChoice((chosen) => change({ kind: "file", file: chosen, reading: AUTO_DETECT }));
  const errorOf = useFieldTexts(problem ?? form.problem);
  const addressError = problem?.fields.length ? (errorOf("url") ?? errorOf("address")) : undefined;
  const toText = () => change({ kind: "text", file: null, reading: AUTO_DETECT });
  const isText = values.kind === "text";
  const description = isKeepable(values.text)
    ? t`A table with a URL column works too.`
    : t`Not saved as a draft, because it may contain passwords.`;
  return (
    <section className={styles.source} aria-labelledby="addresses">
      <div className={styles.head}>
        <h2 id="addresses" className={styles.heading}>
          <Trans>URLs</Trans>
        </h2>
        {isText && (
          <>
            <span id={HINT} className={styles.hint} title={description}>
              {description}
            </span>
            <OtherSources onFile={file.choose} onSitemap={() => change({ kind: "sitemap" })} isDisabled={isPlanning} />
          </>
        )}
        {values.kind === "file" && values.file && (
          <FileFields file={values.file} onChoose={file.choose} onRemove={toText} isDisabled={isPlanning} />
        )}
        {values.kind === "sitemap" && (
          <SitemapFields
            address={values.address}
            onChange={(address) => change({ address })}
            onRead={form.readSitemap}
            onClose={toText}
            errorMessage={addressError}
            isReading={found.isReading}
            isDisabled={isPlanning}
          />
        )}
      </div>
      {file.problem && <ProblemInline isRead problem={file.problem} actions={{ retry: file.choose }} />}
      {problem &&
        addressError === undefined &&
        (values.kind === "sitemap" ? (
          <Unfetched problem={problem} onRetry={found.reload} />
        ) : (
          <ProblemInline isRead problem={problem} actions={{ retry: found.reload }} />
        ))}
      <div className={styles.box}>{isText ? <TextSource form={form} /> : <Found form={form} />}</div>
    </section>
  );
}

/** Text to type or paste, whose lines are judged in place. */
function TextSource({ form }: { form: NewBatchForm }) {
  const { t, i18n } = useLingui();
  const faults = useFaultWords();
  const words = useBatchLabels();
  const lineText = useLineText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [told, tell] = useState("");
  const { preview, text } = form.found;
  const notes = useMemo(
    () => (preview === null || text === null ? NO_NOTES : notesOf(preview, text, faults, words)),
    [preview, text, i18n.locale],
  );

  function goToNext() {
    if (!area.current) return;
    const caret = lineOfCaret(area.current);
    const line = notes.unused.find((unused) => unused > caret) ?? notes.unused[0];
    if (line === undefined) return;
    goToLine(area.current, line);
    const note = notes.of(line, form.values.text.split("\n")[line - 1] ?? "")?.text;
    tell(note === undefined ? "" : lineText(line, note));
  }

  const most = i18n.number(MOST_NOTES);
  return (
    <>
      <LineEditor
        area={area}
        text={form.values.text}
        onChange={form.changeText}
        notes={notes}
        descriptionId={HINT}
        isDisabled={form.isPlanning}
      />
      <Found form={form}>
        {notes.isCut && <span>{t`Only the first ${most} are marked.`}</span>}
        {notes.unused.length > 0 && (
          <Button variant="quiet" onPress={goToNext}>
            <Trans>Next problem</Trans>
          </Button>
        )}
        <LiveText>{told}</LiveText>
      </Found>
    </>
  );
}

/** Pages of the source, or where they will appear. */
function Found({ form, children }: { form: NewBatchForm; children?: ReactNode }) {
  const { values, change, isPlanning, found } = form;
  const { preview, problem } = found;
  if (preview === null) {
    if (problem) return null;
    return (
      <p className={styles.nothing}>
        {values.kind === "text" ? (
          <Trans>Paste one URL per line, or drop a text, CSV, Excel, or sitemap file.</Trans>
        ) : (
          <Trans>Pages found in your list will appear here.</Trans>
        )}
      </p>
    );
  }
  return (
    <SourceFound
      preview={preview}
      isListed={values.kind === "text"}
      isReading={found.isReading}
      reading={values.reading}
      onReading={(reading) => change({ reading })}
      isDisabled={isPlanning}
    >
      {children}
    </SourceFound>
  );
}

/** The options of the plan. */
function RulesPart({ connection, form }: { connection: string; form: NewBatchForm }) {
  const { t } = useLingui();
  const { change, isPlanning } = form;
  const { wish } = form.values;
  const { preview } = form.found;
  const passwords = form.needsPasswords && (
    <PasswordRule
      value={form.passwords}
      onChange={form.setPasswords}
      hasOwn={preview !== null && preview.password !== null}
      // With pages present, the missing project blocks planning.
      isTried={preview !== null && preview.pages > 0}
      isDisabled={isPlanning}
    />
  );

  return (
    <section className={styles.rules} aria-labelledby="rules">
      <h2 id="rules" className={styles.heading}>
        <Trans>Options</Trans>
      </h2>
      <PrivacyRule
        label={<Trans>Who can see new reports</Trans>}
        description={
          (preview?.privacy ?? preview?.password ?? null) !== null && t`Privacy set in your list takes precedence.`
        }
        value={wish.privacy}
        onChange={(privacy) => change({ wish: { ...wish, privacy } })}
        isDisabled={isPlanning}
      />
      {wish.privacy === "password" && passwords}
      <CreateRules
        connection={connection}
        value={wish}
        onChange={(changed) => change({ wish: changed })}
        // Projects are named after the host (`field-notes.md` 16).
        likelyProject={URL.parse(preview?.sample[0]?.address ?? "")?.host.replace(/^www\./, "")}
        isDisabled={isPlanning}
      />
      {/* Added below, so that nothing moves. */}
      {wish.privacy !== "password" && passwords}
    </section>
  );
}

/** A sitemap's fetch problem, which concerns a website, not the service. */
function Unfetched({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const words = useFaultWords();
  return (
    <Banner
      tone="error"
      isNew
      action={
        <Button onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {words.fetch(problem)}
      <ProblemDetails problem={problem} />
    </Banner>
  );
}
