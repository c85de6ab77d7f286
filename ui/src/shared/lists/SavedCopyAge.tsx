import { lazyAfterFirstPaint } from "../../components";
import pager from "../../components/tables/Pager.module.css";
import { useSyncedAt } from "../data/sync";

// Lists don't wait for their footer.
const Age = lazyAfterFirstPaint(() => import("../../components/text/Age"), "Age");

/** The age of rows of the library, of a connection or of all with `null`: no younger than the status line says. */
export function LibraryAge({ at, connection }: { at: string; connection: string | null }) {
  const syncedAt = useSyncedAt(connection);
  return <SavedCopyAge at={syncedAt !== null && syncedAt < at ? syncedAt : at} />;
}

/** When the rows of a list were saved, at the end of its footer; `isPassing` if the next start doesn’t show it. */
export function SavedCopyAge({ at, isPassing = false }: { at: string; isPassing?: boolean }) {
  return (
    <span className={pager.age} data-passing={isPassing || undefined}>
      <Age at={at} />
    </span>
  );
}
