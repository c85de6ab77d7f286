import { lazyAfterFirstPaint } from "../../components";
import pager from "../../components/tables/Pager.module.css";

// Lists don't wait for their footer.
const Age = lazyAfterFirstPaint(() => import("../../components/text/Age"), "Age");

/** When the rows of a list were saved, at the end of its footer; `isPassing` if the next start doesn’t show it. */
export function SavedCopyAge({ at, isPassing = false }: { at: string; isPassing?: boolean }) {
  return (
    <span className={pager.age} data-passing={isPassing || undefined}>
      <Age at={at} />
    </span>
  );
}
