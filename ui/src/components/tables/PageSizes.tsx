import { useLingui } from "@lingui/react/macro";
import type { PageSize } from "../../host/contract";
import { Select } from "../fields/Select";
import { PAGE_SIZES } from "./page-sizes";

/** The choice of page size. */
export function PageSizes({ value, onChange }: { value: PageSize; onChange: (size: PageSize) => void }) {
  const { t, i18n } = useLingui();
  const options = PAGE_SIZES.map((rows) => {
    const size = i18n.number(rows);
    return { value: rows, label: t`${size} per page` };
  });
  return <Select aria-label={t`Rows per page`} options={options} value={value} onChange={onChange} />;
}
