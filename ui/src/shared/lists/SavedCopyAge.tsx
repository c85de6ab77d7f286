import { lazyAfterFirstPaint } from "../../components";
import pager from "../../components/tables/Pager.module.css";

// Lists don't wait for their footer.
const Age = lazyAfterFirstPaint(() => import("../../components/text/Age"), "Age");

/** When the rows of a list were saved, at the end of its footer. */
export function SavedCopyAge({ at }: { at: string }) {
  return (
    <span className={pager.age}>
      <Age at={at} />
    </span>
  );
}
