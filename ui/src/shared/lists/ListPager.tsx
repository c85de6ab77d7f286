import { Pager } from "../../components";
import type { PagerProps } from "../../components/tables/Pager";
import type { PageSize, Paging } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import type { ShownList } from "./ListScreen";

export type ListPaging = {
  perPage: PageSize;
  /** How the service pages its lists, as far as known. */
  service?: Paging | null;
  countOf: PagerProps["countOf"];
  onChange: (change: { page?: number | undefined; per_page?: PageSize }) => void;
};

export type ListPagerProps = { list: ShownList<unknown>; paging: ListPaging; onPage: (number: number) => void };

/** A list's footer; its page size is used by the other lists, too. */
export function ListPager({ list: { page, age, ignored }, paging, onPage }: ListPagerProps) {
  const [, savePreferences] = usePreferences();
  const { perPage, service, countOf, onChange } = paging;
  return (
    <Pager
      page={page}
      paging={service}
      knownAt={age}
      ignored={ignored}
      countOf={countOf}
      perPage={perPage}
      onPerPage={(per_page) => {
        savePreferences({ page_size: per_page });
        onChange({ per_page });
      }}
      onPage={onPage}
    />
  );
}
