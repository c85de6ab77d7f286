import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Button as RawButton } from "react-aria-components";
import { useGo } from "../../app/go";
import { ABOUT } from "../../app/places";
import { Screen } from "../../app/Screen";
import { Button, Dialog, EmptyState, LiveText, ProblemInline, SearchField, Skeleton } from "../../components";
import { problemOf } from "../../host";
import styles from "./NoticesScreen.module.css";

/** A package that Assay is built from. */
export type Package = {
  name: string;
  version: string;
  /** What it may be used under, as an SPDX expression. */
  licence: string;
  /** The place of its licence’s text among all texts. */
  text: number;
};

/** What `npm run notices` makes: the packages by name, and the texts of their licences, each once. */
export type Notices = { packages: Package[]; texts: string[] };

/** The licences of everything that Assay is built from. */
export function NoticesScreen(): ReactNode {
  const { t } = useLingui();
  const go = useGo();
  const [query, setQuery] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: ["notices"],
    queryFn: async (): Promise<Notices> => (await import("./notices.json")).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Screen
      title={<Trans>Licences of other software</Trans>}
      count={data?.packages.length}
      actions={
        <Button icon={ArrowLeft} onPress={() => go(ABOUT)}>
          <Trans>Settings</Trans>
        </Button>
      }
      toolbar={<SearchField aria-label={t`Search by name or licence`} value={query} onChange={setQuery} />}
    >
      {data ? (
        <Packages notices={data} query={query} />
      ) : error ? (
        <ProblemInline problem={problemOf(error)} actions={{ retry: () => void refetch() }} />
      ) : (
        <Skeleton />
      )}
    </Screen>
  );
}

function Packages({ notices, query }: { notices: Notices; query: string }) {
  const { t } = useLingui();
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const [open, setOpen] = useState<Package | null>(null);
  const found = notices.packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  const count = found.length;
  return (
    <>
      <LiveText>{wanted !== "" && t`${plural(count, { one: "# entry", other: "# entries" })}`}</LiveText>
      {count === 0 ? (
        <EmptyState icon={Search} title={t`Nothing fits.`} />
      ) : (
        <ul className={styles.list} aria-label={t`Licences of other software`}>
          {found.map((one) => (
            <li key={`${one.name} ${one.version}`} className={styles.row}>
              <RawButton className={styles.entry} onPress={() => setOpen(one)}>
                <bdi className={styles.name}>{one.name}</bdi> <bdi className={styles.muted}>{one.version}</bdi>{" "}
                <bdi className={styles.licence}>{one.licence}</bdi>
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
        {open && (
          <pre className={styles.text} dir="ltr">
            {notices.texts[open.text]}
          </pre>
        )}
      </Dialog>
    </>
  );
}
