import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Checkbox, Select } from "../../../components";
import type { SourcePreview, SourceReading } from "../../../host/contract";
import styles from "./ColumnChoice.module.css";

/** Stands for “no column”; tables have fewer (see `SourceReading`). */
const NONE = 100;

type ColumnChoiceProps = {
  preview: SourcePreview;
  reading: SourceReading;
  onChange: (reading: SourceReading) => void;
  isDisabled: boolean;
};

/** Maps columns to URLs, privacy, and passwords. */
export function ColumnChoice({ preview, reading, onChange, isDisabled }: ColumnChoiceProps): ReactNode {
  const { t, i18n } = useLingui();
  const columns = preview.columns.map(({ name, values }, value) => {
    const number = i18n.number(value + 1);
    return { value, label: name || t`Column ${number}`, detail: values.find((text) => text !== "") };
  });
  const orNone = [{ value: NONE, label: t`None` }, ...columns];
  return (
    <div className={styles.columns}>
      <div className={styles.choices}>
        <Select
          label={<Trans>URL column</Trans>}
          options={columns}
          value={preview.address ?? 0}
          onChange={(address) => onChange({ ...reading, address })}
          isDisabled={isDisabled}
        />
        <Select
          label={<Trans>Privacy column</Trans>}
          options={orNone}
          value={preview.privacy ?? NONE}
          onChange={(privacy) => onChange({ ...reading, privacy })}
          isDisabled={isDisabled}
        />
        <Select
          label={<Trans>Password column</Trans>}
          options={orNone}
          value={preview.password ?? NONE}
          onChange={(password) => onChange({ ...reading, password })}
          isDisabled={isDisabled}
        />
      </div>
      <Checkbox
        isSelected={preview.has_head}
        onChange={(has_head) => onChange({ ...reading, has_head })}
        isDisabled={isDisabled}
      >
        <Trans>First row is a header</Trans>
      </Checkbox>
    </div>
  );
}
