import { Pager } from "../../components";
import type { PagerProps } from "../../components/tables/Pager";
import type { Paging } from "../../host/contract";
import type { ShownList } from "./ListScreen";

export type ListPaging = {
  /** How the service pages its lists, as far as known. */
  service?: Paging | null;
  countOf: PagerProps["countOf"];
  note?: PagerProps["note"];
  onChange: (change: { page?: number | undefined }) => void;
};

export type ListPagerProps = { list: ShownList<unknown>; paging: ListPaging; onPage: (number: number) => void };

/** A list's footer. */
export function ListPager({
  list: { page, age, ignored },
  paging: { service, countOf, note },
  onPage,
}: ListPagerProps) {
  return (
    <Pager page={page} paging={service} knownAt={age} ignored={ignored} countOf={countOf} note={note} onPage={onPage} />
  );
}
