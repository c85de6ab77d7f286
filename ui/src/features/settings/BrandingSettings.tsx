import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button, Skeleton, TextField, toast } from "../../components";
import { classes } from "../../components/class-names";
import { problemOf, useHost } from "../../host";
import type { Branding } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { PROBLEMS, ProblemView } from "../../shared/problems";
import { useSaveQueue } from "../../shared/unsaved/save-queue";
import branding from "./BrandingSettings.module.css";
import { RowText } from "./RowText";
import setting from "./setting.module.css";

/** Delay before a change is saved, in milliseconds. */
const DELAY = 400;

/** The cover's color unless another one was chosen, as in reports. */
const USUAL_ACCENT = "#36378f";

/** How reports for clients present their sender. */
export function BrandingSettings(): ReactNode {
  const host = useHost();
  const { data, error, refetch } = useQuery({
    queryKey: keys.branding(),
    queryFn: () => host.call("branding_read", null),
  });
  if (data) return <BrandingFields initial={data} />;
  if (error) return <ProblemView problem={problemOf(error)} actions={{ retry: () => void refetch() }} />;
  return <Skeleton rows={4} />;
}

function BrandingFields({ initial }: { initial: Branding }) {
  const { t } = useLingui();
  const [value, change] = useBranding(initial);
  const accent = useId();
  const color = value.accent ?? USUAL_ACCENT;
  const forExample = (example: string) => t`For example, ${example}`;
  return (
    <>
      <p className={branding.intro}>
        <Trans>Client reports show this on their cover.</Trans>
      </p>
      <div className={classes(setting.row, setting.wide)}>
        <TextField
          label={<Trans>Name</Trans>}
          description={<Trans>Your company or agency</Trans>}
          placeholder={forExample("Brightleaf")}
          value={value.name}
          onChange={(name) => change({ name })}
          maxLength={100}
        />
      </div>
      <div className={classes(setting.row, setting.wide)}>
        <TextField
          label={<Trans>Footer</Trans>}
          description={<Trans>Your contact details</Trans>}
          placeholder={forExample("hi@example.com")}
          value={value.footer}
          onChange={(footer) => change({ footer })}
          maxLength={300}
        />
      </div>
      <div className={setting.spread}>
        <RowText
          label={
            <label htmlFor={accent}>
              <Trans>Color</Trans>
            </label>
          }
        >
          <Trans>Cover and headings</Trans>
        </RowText>
        <div className={branding.controls}>
          {value.accent !== null && (
            <Button onPress={() => change({ accent: null })}>
              <Trans>Use default color</Trans>
            </Button>
          )}
          <code dir="ltr" className={branding.value}>
            {color}
          </code>
          <input
            id={accent}
            type="color"
            className={branding.color}
            value={color}
            onChange={({ target }) => change({ accent: target.value })}
          />
        </div>
      </div>
      <Logo value={value.logo} onChange={(logo) => change({ logo })} name={t`Logo`} />
    </>
  );
}

type LogoProps = { name: string; value: string | null; onChange: (logo: string | null) => void };

function Logo({ name, value, onChange }: LogoProps) {
  const { i18n } = useLingui();
  const host = useHost();
  const [reason, setReason] = useState<ReactNode>(null);

  async function choose() {
    setReason(null);
    try {
      const chosen = await host.call("logo_choose", null);
      if (chosen !== null) onChange(chosen);
    } catch (thrown) {
      const { code } = problemOf(thrown);
      setReason(
        code === "invalid_input" ? (
          <Trans>This file can’t be used. Choose a PNG or JPEG image of at most 256 KB.</Trans>
        ) : (
          i18n._(PROBLEMS[code].title)
        ),
      );
    }
  }

  return (
    <div className={setting.spread}>
      <RowText label={name}>
        <span role="status">
          {reason ?? <Trans>PNG or JPEG, at most 256 KB. Use a light logo if your color is dark.</Trans>}
        </span>
      </RowText>
      <div className={branding.controls}>
        {value !== null && <img src={value} alt={name} className={branding.logo} />}
        {value !== null && (
          <Button onPress={() => onChange(null)}>
            <Trans>Remove logo</Trans>
          </Button>
        )}
        <Button onPress={() => void choose()}>
          <Trans>Choose logo…</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The branding, and a function that changes some of it. */
function useBranding(initial: Branding) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const saveQueue = useSaveQueue();
  const [value, setValue] = useState(initial);
  // A logo is chosen while other fields may change.
  const latest = useRef(initial);

  function change(part: Partial<Branding>) {
    const now = { ...latest.current, ...part };
    latest.current = now;
    setValue(now);
    queries.setQueryData(keys.branding(), now);
    saveQueue.later("branding", DELAY, () =>
      host.call("branding_save", now).catch((thrown) => {
        const { title } = PROBLEMS[problemOf(thrown).code];
        toast({ tone: "error", title: t`This change lasts until Assay closes`, description: i18n._(title) });
      }),
    );
  }

  return [value, change] as const;
}
