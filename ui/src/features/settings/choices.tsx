import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button, isDefaultLayout, Keys, NumberField, RadioGroup, SegmentedFilter, Select } from "../../components";
import { PAGE_SIZES } from "../../components/tables/page-sizes";
import type { Language, Zoom } from "../../host/contract";
import { LANGUAGES, resolveLanguage } from "../../i18n";
import { useKeysOf } from "../../shared/commands";
import { usePreferences } from "../../shared/data/preferences";
import { ZOOMS } from "../../shared/data/zoom";
import { reasonText } from "../../shared/problems/field-reasons";
import setting from "./setting.module.css";
import { ThemePicture } from "./ThemePicture";

/** Limits for the age of stale reports, in days. */
const STALE = { least: 1, most: 3650 };

/** Theme, density, and zoom. */
export function Appearance() {
  const { t, i18n } = useLingui();
  const [{ theme, density, zoom }, save] = usePreferences();
  const keysOf = useKeysOf();
  const zooms = ZOOMS.includes(zoom) ? ZOOMS : [...ZOOMS, zoom].sort((one, other) => one - other);
  const percent = (size: Zoom) => i18n.number(size / 100, { style: "percent" });
  const [larger, smaller] = [keysOf("zoom_in"), keysOf("zoom_out")];
  return (
    <>
      <div className={setting.row}>
        <RadioGroup
          label={<Trans>Theme</Trans>}
          orientation="horizontal"
          value={theme}
          onChange={(chosen) => save({ theme: chosen })}
          options={[
            { value: "system", label: t`System`, picture: <ThemePicture theme="system" /> },
            { value: "light", label: t`Light`, picture: <ThemePicture theme="light" /> },
            { value: "dark", label: t`Dark`, picture: <ThemePicture theme="dark" /> },
          ]}
        />
      </div>
      <div className={setting.spread}>
        <span className={setting.label}>
          <Trans>Row height</Trans>
        </span>
        <SegmentedFilter
          aria-label={t`Row height`}
          value={density}
          onChange={(chosen) => save({ density: chosen })}
          options={[
            { value: "comfortable", label: t`Comfortable` },
            { value: "compact", label: t`Compact` },
          ]}
        />
      </div>
      <div className={setting.row}>
        <Select
          label={<Trans>Zoom</Trans>}
          description={
            larger !== undefined &&
            smaller !== undefined && (
              <Trans>
                Also with <Keys keys={larger} /> and <Keys keys={smaller} />
              </Trans>
            )
          }
          value={zoom}
          onChange={(chosen) => save({ zoom: chosen })}
          options={zooms.map((size) => ({ value: size, label: percent(size) }))}
        />
      </div>
    </>
  );
}

export function LanguageChoice() {
  const { t } = useLingui();
  const [{ language }, save] = usePreferences();
  const resolved = resolveLanguage("system", navigator.languages);
  const system = LANGUAGES.find(({ id }) => id === resolved)?.name ?? resolved;
  const options: { value: Language; label: string }[] = [
    { value: "system", label: t`System (${system})` },
    ...LANGUAGES.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className={setting.row}>
      <Select
        label={<Trans>Language</Trans>}
        description={<Trans>Text from the service isn’t translated.</Trans>}
        value={language}
        onChange={(chosen) => save({ language: chosen })}
        options={options}
      />
    </div>
  );
}

/** Defaults of lists. */
export function Lists() {
  const { i18n } = useLingui();
  const [{ page_size, columns }, save] = usePreferences();
  const isArranged = !Object.values(columns).every(isDefaultLayout);
  return (
    <>
      <div className={setting.row}>
        <Select
          label={<Trans>Rows to load at a time</Trans>}
          description={<Trans>Applies to lists you open next.</Trans>}
          value={page_size}
          onChange={(chosen) => save({ page_size: chosen })}
          options={PAGE_SIZES.map((size) => ({ value: size, label: i18n.number(size) }))}
        />
      </div>
      <StaleAfter />
      {isArranged && (
        <div className={setting.spread}>
          <p className={setting.muted}>
            <Trans>You’ve customized columns in some lists.</Trans>
          </p>
          <Button onPress={() => save({ columns: {} })}>
            <Trans>Reset columns in all lists</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Saved once the number is valid. */
function StaleAfter() {
  const { i18n } = useLingui();
  const [{ stale_days }, save] = usePreferences();
  const [days, setDays] = useState(stale_days);
  const isUsable = (typed: number) => typed >= STALE.least && typed <= STALE.most;
  return (
    <div className={setting.row}>
      <NumberField
        label={<Trans>Mark reports as stale after</Trans>}
        description={<Trans>Counted from the last check</Trans>}
        unit={<Plural value={days} one="day" other="days" />}
        value={days}
        onChange={(typed) => {
          setDays(typed);
          if (isUsable(typed)) save({ stale_days: typed });
        }}
        {...(!isUsable(days) && { errorMessage: reasonText({ kind: "out_of_range", ...STALE }, i18n) })}
      />
    </div>
  );
}
