import { Pager } from "../../components";
import type { Page, PageSize } from "../../host/contract";
import { usePreferences } from "../data/preferences";

export type ListPagerProps = {
  page: Page<unknown> | undefined;
  perPage: PageSize;
  onChange: (change: { per_page: PageSize }) => void;
  onPage: (number: number) => void;
};

/** A list's footer; its page size is used by the other lists, too. */
export function ListPager({ onChange, ...props }: ListPagerProps) {
  const [, savePreferences] = usePreferences();
  return (
    <Pager
      {...props}
      onPerPage={(per_page) => {
        savePreferences({ page_size: per_page });
        onChange({ per_page });
      }}
    />
  );
}
