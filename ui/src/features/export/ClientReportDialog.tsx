import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Dialog, Form, RadioGroup, readable, Select, TextField, toast } from "../../components";
import { useHost } from "../../host";
import type { ClientReportFormat, ClientReportOf, ClientReportRequest } from "../../host/contract";
import { LANGUAGES } from "../../i18n";
import { keys } from "../../shared/data/queries";
import type { ClientReportAsk } from "../../shared/export/export";
import { ExportHint, SavingFooter } from "../../shared/export/form/ExportForm";
import { useSaving } from "../../shared/export/form/use-saving";
import { useDaysOption, useMomentOptions } from "../../shared/moments/use-since-options";
import { readMoment, type SinceParam, sinceOf } from "../../shared/navigation/since";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { ProblemInline } from "../../shared/problems";
import { useUnsavedWarning } from "../../shared/unsaved/close-guard";

/** Maximum lengths of the cover's title and of the suggested file name. */
const LONGEST = { title: 200, name: 100 };

type Values = {
  title: string;
  since: SinceParam;
  language: ClientReportRequest["language"];
  format: ClientReportFormat;
};

type ClientReportDialogProps = ClientReportAsk & { onClose: () => void };

/** The dialog that makes a report for a client. */
export function ClientReportDialog({ of, title: suggested, total, onClose }: ClientReportDialogProps) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const initial = readable(suggested).slice(0, LONGEST.title);
  const [values, setValues] = useState<Values>({
    title: initial,
    since: 90,
    language: LANGUAGES.find(({ id }) => id === i18n.locale)?.id ?? "en",
    format: "html",
  });
  const { running, problem, save, stop } = useSaving();
  const isRunning = running !== null;
  useUnsavedWarning(running && t`A client report in progress`);

  async function make() {
    if (isRunning) return;
    const { since, language, format } = values;
    const title = values.title.trim() || initial;
    const request = {
      of: withSince(of, since),
      title,
      language,
      format,
      utc_offset: -new Date().getTimezoneOffset(),
      name: (title || t`Client report`).slice(0, LONGEST.name),
    };
    const made = await save((options) => host.call("client_report_save", request, options));
    if (!made) return;
    toast({ tone: "success", title: t`Client report saved`, description: <bdi dir="ltr">{made.file}</bdi> });
    onClose();
  }

  return (
    <Dialog title={t`Client report`} isOpen onClose={onClose} isHeld={isRunning}>
      <Form onSubmit={() => void make()}>
        <Fields
          values={values}
          total={total}
          isOfPeriod={isOfPeriod(of)}
          isDisabled={isRunning}
          onChange={(change) => setValues((now) => ({ ...now, ...change }))}
        />
        <BrandingHint onLeave={onClose} />
        {problem && <ProblemInline isRead problem={problem} actions={{ retry: () => void make() }} />}
        <SavingFooter running={running} onStop={stop} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

type FieldsProps = {
  values: Values;
  total: number | undefined;
  /** It says what changed in a period. */
  isOfPeriod: boolean;
  isDisabled: boolean;
  onChange: (change: Partial<Values>) => void;
};

function Fields({ values: { title, since, language, format }, total, isOfPeriod, isDisabled, onChange }: FieldsProps) {
  const { t } = useLingui();
  const moments = useMomentOptions();
  const optionOf = useDaysOption();
  return (
    <>
      <TextField
        label={<Trans>Title</Trans>}
        value={title}
        onChange={(wanted) => onChange({ title: wanted })}
        maxLength={LONGEST.title}
        isDisabled={isDisabled}
        {...(total !== undefined && {
          description: <Plural value={total} one="Covers # report" other="Covers # reports" />,
        })}
      />
      {isOfPeriod && (
        <Select
          label={<Trans>Period</Trans>}
          value={String(since)}
          onChange={(wanted) => onChange({ since: readMoment(wanted) ?? Number(wanted) })}
          isDisabled={isDisabled}
          options={[
            ...[30, 90, 365].map(optionOf),
            ...moments.map(({ value, label: name }) => ({ value, label: t`Since “${name}”` })),
          ]}
        />
      )}
      <Select
        label={<Trans>Report language</Trans>}
        value={language}
        onChange={(wanted) => onChange({ language: wanted })}
        isDisabled={isDisabled}
        options={LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <RadioGroup<ClientReportFormat>
        label={<Trans>File format</Trans>}
        value={format}
        onChange={(wanted) => onChange({ format: wanted })}
        isDisabled={isDisabled}
        options={[
          { value: "html", label: t`HTML`, description: t`One file that opens in any browser` },
          { value: "pdf", label: t`PDF`, description: t`For printing and sending` },
        ]}
      />
    </>
  );
}

type Of = ClientReportAsk["of"];

/** Says what changed in a period, which the dialog asks for. */
function isOfPeriod(of: Of): of is Extract<Of, { kind: "report" | "reports" }> {
  return of.kind === "report" || of.kind === "reports";
}

function withSince(of: Of, since: SinceParam): ClientReportOf {
  return isOfPeriod(of) ? { ...of, since: sinceOf(since) } : of;
}

/** Shown until there is a name for the cover. */
function BrandingHint({ onLeave }: { onLeave: () => void }) {
  const host = useHost();
  const go = useGoTo();
  const { data } = useQuery({ queryKey: keys.branding(), queryFn: () => host.call("branding_read", null) });
  if (data?.name !== "") return null;
  return (
    <ExportHint>
      <Trans>Add your name, logo, and color to the cover.</Trans>{" "}
      <Button
        variant="quiet"
        onPress={() => {
          onLeave();
          go("/settings?section=branding");
        }}
      >
        <Trans>Set up branding</Trans>
      </Button>
    </ExportHint>
  );
}
