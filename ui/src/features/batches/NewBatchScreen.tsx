import { Trans, useLingui } from "@lingui/react/macro";
import { FileText, Globe, Text } from "lucide-react";
import type { ReactNode } from "react";
import { Banner, Button, SegmentedFilter } from "../../components";
import type { Problem } from "../../host/contract";
import { useConnection } from "../../shared/data/connection";
import { PasswordRule, PrivacyRule } from "../../shared/planning/rules";
import { ProblemDetails, ProblemInline, useFieldTexts } from "../../shared/problems";
import { Screen } from "../../shared/screen/Screen";
import { LeaveQuestion } from "../../shared/unsaved/close-guard";
import { DraftNotice } from "../../shared/unsaved/drafts-notice";
import styles from "./NewBatchScreen.module.css";
import { CreateRules } from "./rules";
import { useFaultWords } from "./source/faults";
import { FileFields, SitemapFields, TextFields } from "./source/SourceFields";
import { SourceFound } from "./source/SourceFound";
import { type NewBatchForm, useNewBatchForm } from "./source/use-new-batch-form";
import { AUTO_DETECT, isKeepable } from "./source/values";

/** Collects the URLs and options of a new batch and plans it; writes nothing. */
export function NewBatchScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const form = useNewBatchForm(connection);
  return (
    <Screen
      title={t`New batch`}
      actions={
        <>
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
        </>
      }
    >
      <div className={styles.body}>
        {form.problem && (
          <div className={styles.wide}>
            <ProblemInline problem={form.problem} actions={{ retry: form.plan }} />
          </div>
        )}
        {form.isRestored && (
          <div className={styles.wide}>
            <DraftNotice onStartOver={form.startOver}>
              <Trans>Draft restored.</Trans>
            </DraftNotice>
          </div>
        )}
        <SourcePart form={form} />
        <RulesPart connection={connection} form={form} />
      </div>
      <LeaveQuestion isNeeded={form.isLost} title={t`Discard the list?`} leaveLabel={t`Discard`}>
        <Trans>The pasted list isn’t saved because it may contain passwords. Your other choices are kept.</Trans>
      </LeaveQuestion>
    </Screen>
  );
}

/** Where the URLs come from, and what was found there. */
function SourcePart({ form }: { form: NewBatchForm }) {
  const { t } = useLingui();
  const { values, change, isPlanning, found } = form;
  const { preview, problem } = found;
  const errorOf = useFieldTexts(problem ?? form.problem);
  const addressError = problem?.fields.length ? (errorOf("url") ?? errorOf("address")) : undefined;
  return (
    <section className={styles.part} aria-labelledby="addresses">
      <div className={styles.head}>
        <h2 id="addresses" className={styles.heading}>
          <Trans>URLs</Trans>
        </h2>
        <SegmentedFilter
          aria-label={t`Source`}
          options={[
            { value: "text", label: t`Paste`, icon: Text },
            { value: "file", label: t`File`, icon: FileText },
            { value: "sitemap", label: t`Sitemap`, icon: Globe },
          ]}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      {values.kind === "text" && (
        <TextFields
          text={values.text}
          onChange={form.changeText}
          isKept={isKeepable(values.text)}
          isDisabled={isPlanning}
        />
      )}
      {values.kind === "file" && (
        <FileFields
          file={values.file}
          onChange={(file) => change({ file, reading: AUTO_DETECT })}
          isDisabled={isPlanning}
        />
      )}
      {values.kind === "sitemap" && (
        <SitemapFields
          address={values.address}
          onChange={(address) => change({ address })}
          onRead={form.readSitemap}
          errorMessage={addressError}
          isReading={found.isReading}
          isDisabled={isPlanning}
        />
      )}
      {problem &&
        addressError === undefined &&
        (values.kind === "sitemap" ? (
          <Unfetched problem={problem} onRetry={found.reload} />
        ) : (
          <ProblemInline problem={problem} actions={{ retry: found.reload }} />
        ))}
      {preview ? (
        <SourceFound
          preview={preview}
          isReading={found.isReading}
          reading={values.reading}
          onReading={(reading) => change({ reading })}
          isDisabled={isPlanning}
        />
      ) : (
        !problem && (
          <p className={styles.nothing}>
            <Trans>Pages found in your list will appear here.</Trans>
          </p>
        )
      )}
    </section>
  );
}

/** The options of the plan. */
function RulesPart({ connection, form }: { connection: string; form: NewBatchForm }) {
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
    <section className={styles.part} aria-labelledby="rules">
      <div className={styles.head}>
        <h2 id="rules" className={styles.heading}>
          <Trans>Options</Trans>
        </h2>
      </div>
      <PrivacyRule
        label={<Trans>Who can see new reports</Trans>}
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
