import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode, useDeferredValue, useRef, useState } from "react";
import { Button as RawButton } from "react-aria-components";
import { Dialog, EmptyState, LiveText, SearchField, Skeleton, useKeysText } from "../../components";
import { problemOf } from "../../host";
import { useCommand, useKeysOf } from "../../shared/commands";
import { ABOUT_PATH } from "../../shared/navigation/routes";
import { ProblemInline } from "../../shared/problems";
import { focusAll } from "../../shared/screen/focus";
import { Screen } from "../../shared/screen/Screen";
import { LongText } from "../../shared/updates/LongText";
import styles from "./NoticesScreen.module.css";

type Package = {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  /** The index of its license text. */
  text: number;
};

/** The output of `npm run notices`: packages by name, and their license texts without duplicates. */
type Notices = { packages: Package[]; texts: string[] };

export function NoticesScreen(): ReactNode {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const shown = useDeferredValue(query);
  const input = useRef<HTMLInputElement>(null);
  const [keysOf, keysText] = [useKeysOf(), useKeysText()];
  useCommand("find", () => focusAll(input.current));
  const { data, error, refetch } = useQuery({
    queryKey: ["notices"],
    queryFn: async (): Promise<Notices> => (await import("./notices.json")).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Screen
      title={<Trans>Open-source licenses</Trans>}
      count={data?.packages.length}
      back={ABOUT_PATH}
      toolbar={
        <div className={styles.search}>
          <SearchField
            aria-label={t`Search by name or license`}
            value={query}
            onChange={setQuery}
            inputRef={input}
            shortcut={keysText(keysOf("find") ?? "")}
          />
        </div>
      }
    >
      {data ? (
        <Packages notices={data} query={shown} />
      ) : error ? (
        <ProblemInline isRead problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton />
      )}
    </Screen>
  );
}

/** Memoized and deferred, as typing goes first. */
const Packages = memo(function Packages({ notices, query }: { notices: Notices; query: string }) {
  const { t } = useLingui();
  const wanted = query.trim().toLowerCase();
  const [open, setOpen] = useState<Package | null>(null);
  const found = notices.packages.filter(({ name, license }) => `${name} ${license}`.toLowerCase().includes(wanted));
  const count = found.length;
  return (
    <>
      <LiveText>{wanted !== "" && t`${plural(count, { one: "# entry", other: "# entries" })}`}</LiveText>
      {count === 0 ? (
        <EmptyState drawing="search" title={t`No results.`} />
      ) : (
        <ul className={styles.list} aria-label={t`Open-source licenses`}>
          {found.map((one) => (
            <li key={`${one.name} ${one.version}`} className={styles.row}>
              <RawButton className={styles.entry} onPress={() => setOpen(one)}>
                <bdi className={styles.name}>{one.name}</bdi> <bdi className={styles.muted}>{one.version}</bdi>{" "}
                <span className={styles.license}>
                  <bdi>{one.license}</bdi>
                </span>
              </RawButton>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        title={<bdi>{open && `${open.name} ${open.version}`}</bdi>}
        isOpen={open !== null}
        isWide
        onClose={() => setOpen(null)}
      >
        {open && <LongText>{notices.texts[open.text]}</LongText>}
      </Dialog>
    </>
  );
});
