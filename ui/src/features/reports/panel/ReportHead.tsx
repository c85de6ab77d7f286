import { Trans, useLingui } from "@lingui/react/macro";
import { useRouterState } from "@tanstack/react-router";
import {
  AppWindow,
  ArrowUpRight,
  ChevronDown,
  Copy,
  Ellipsis,
  Flag,
  Hash,
  Heading1,
  Link2,
  Plug,
  ScanSearch,
} from "lucide-react";
import { type RefObject, useState } from "react";
import { Link } from "react-aria-components";
import {
  Badge,
  Button,
  DateText,
  Delta,
  lazyNamed,
  Menu,
  MenuItem,
  PathText,
  PrivacyMark,
  readable,
  Sparkline,
  Stamp,
  splitAddress,
  useFit,
  useOpenAddress,
  useVerdictWords,
  useWidth,
} from "../../../components";
import type { Report, ReportRow, Snapshot } from "../../../host/contract";
import { useGuide } from "../../../shared/checks/guide";
import { useKeysOf } from "../../../shared/commands";
import { useConnection, useConnectionName, useConnections } from "../../../shared/data/connection";
import { scoreBefore } from "../../../shared/data/score-before";
import { isOfAll, projectPath } from "../../../shared/navigation/routes";
import { DeleteItem, DocumentItems, OpenPageItem, RecheckItem } from "../actions/MenuItems";
import { useReports } from "../context";
import { useHistory, useShownSnapshot } from "../history/use-history";
import { reportMarkdown } from "../markdown";
import { PrivacyButton } from "../PrivacyButton";
import { useCopies, useLinkNote, useMarkdownCopy } from "../use-copies";
import styles from "./ReportHead.module.css";
import { usePanelSearch } from "./use-panel-search";

const MomentsDialog = lazyNamed(() => import("../../../shared/moments/MomentsDialog"), "MomentsDialog");

type IdentityProps = {
  id: string;
  row: ReportRow | undefined;
  /** The heading, which takes the focus. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** A report's score and page. */
export function Identity({ id, row, heading }: IdentityProps) {
  const { t } = useLingui();
  const { activityOf } = useReports();
  const shown = useShownSnapshot(id)?.row ?? row;
  return (
    <div className={styles.identity}>
      {shown && (
        <Stamp
          score={shown.score}
          verdict={shown.verdict}
          size="medium"
          {...(activityOf(id).isRefreshing && { checking: t`Checking` })}
        />
      )}
      <h2
        ref={heading}
        tabIndex={-1}
        className={styles.title}
        title={row ? row.url || row.address || undefined : undefined}
      >
        {!row ? <Trans>Report {id}</Trans> : row.address === "" ? <Trans>No URL</Trans> : <Page row={row} />}
      </h2>
    </div>
  );
}

/** The room of a path’s two lines in widths of one, at the size of text; it’s larger here, and breaks between words. */
const ROOM = 1.3;

/** The host, which leads to the project's reports, above the path. */
function Page({ row: { address, project } }: { row: ReportRow }) {
  const { id: connection } = useConnection();
  const { host, path } = splitAddress(readable(address));
  const [width, measure] = useWidth<HTMLSpanElement>();
  return (
    <>
      {project === null ? (
        <span className={styles.site} dir="ltr">
          {host}
        </span>
      ) : (
        <Link href={projectPath(connection, project)} className={styles.site} dir="ltr">
          {host}
        </Link>
      )}
      <span ref={measure} className={styles.page} dir="ltr">
        <PathText path={path} room={width === 0 ? Number.POSITIVE_INFINITY : width * ROOM} />
      </span>
    </>
  );
}

/**
 * How a report stands: verdict, change of the score, last check, privacy, and the course of the score; of an earlier
 * state, the verdict and the privacy.
 */
export function Standing({ row, isGone }: { row: ReportRow; isGone: boolean }) {
  const { t } = useLingui();
  const words = useVerdictWords();
  const { score, verdict, generated_at } = row;
  const { data } = useHistory(row.id);
  const past = useShownSnapshot(row.id);
  // A state that only changed in its privacy is of the same check.
  const checked = (data?.snapshots ?? []).filter(({ row }, at, all) => {
    const earlier = all[at + 1]?.row;
    return !earlier || row.generated_at !== earlier.generated_at || row.score !== earlier.score;
  });
  const scores = checked.flatMap((snapshot) => snapshot.row.score ?? []).reverse();
  const before = score === null ? undefined : scoreBefore(score, scores);
  if (past) {
    return (
      <div className={styles.standing}>
        <div className={styles.facts}>
          <Badge>
            <Trans>Snapshot</Trans>
          </Badge>
          <span className={styles.verdict}>{words[past.row.verdict ?? "unknown"]}</span>
          <span aria-hidden>·</span>
          <Visibility row={past.row} isPast />
        </div>
      </div>
    );
  }
  return (
    <div className={styles.standing}>
      <div className={styles.facts}>
        <span className={styles.verdict}>{words[verdict ?? "unknown"]}</span>
        {score !== null && before !== undefined && (
          <Delta difference={Math.round(score) - Math.round(before)} isPill title={t`Last score change`} />
        )}
        {generated_at !== null && (
          <>
            <span className={styles.checked}>
              <Trans>
                Checked <DateText value={generated_at} isInText />
              </Trans>
            </span>
            <span aria-hidden>·</span>
          </>
        )}
        <Visibility row={row} isPast={isGone} />
        <OfConnection />
      </div>
      <Sparkline scores={scores} verdict={verdict} width={96} height={24} />
    </div>
  );
}

/** The report's connection, where the list is of several. */
function OfConnection() {
  const connection = useConnection();
  const name = useConnectionName()(connection);
  const hasOthers = useConnections().length > 1;
  const isAll = useRouterState({ select: ({ location }) => isOfAll(location.href) });
  if (!isAll || !hasOthers) return null;
  return (
    <>
      <span aria-hidden>·</span>
      <Plug size={13} strokeWidth={2} aria-hidden className={styles.plug} />
      <span className={styles.connection} dir="auto" title={name}>
        {name}
      </span>
    </>
  );
}

/** The privacy, which can be changed unless the row is of the past. */
function Visibility({ row, isPast }: { row: ReportRow; isPast: boolean }) {
  const { ask, activityOf } = useReports();
  const { privacy, has_password } = row;
  return (
    <>
      {isPast ? (
        <PrivacyMark privacy={privacy} />
      ) : (
        <PrivacyButton
          row={row}
          isDisabled={activityOf(row.id).pending !== undefined}
          onPress={() => ask("privacy", row)}
        />
      )}
      {privacy === "password" && has_password === false && <Trans>(not set)</Trans>}
    </>
  );
}

type ActionsProps = {
  row: ReportRow;
  /** The report, once read from the service or the library. */
  report: Report | undefined;
  isGone: boolean;
};

/**
 * In a line; without room for all, icons go first, and then what the menu at its end has instead. A snapshot has nothing
 * that would share the current report.
 */
export function Actions({ row, report, isGone }: ActionsProps) {
  const { activityOf, refresh } = useReports();
  const openAddress = useOpenAddress();
  const keysOf = useKeysOf();
  const past = useShownSnapshot(row.id);
  const isPast = past !== undefined;
  const { showReport } = usePanelSearch();
  const { isRefreshing, pending } = activityOf(row.id);
  const { url } = row;
  const canRecheck = !isPast && !isGone;
  const [level, line] = useFit(3, `${canRecheck} ${isPast} ${url !== null}`);
  return (
    <div className={styles.actions}>
      <div ref={line} className={styles.line} data-tight={level > 0 || undefined}>
        {canRecheck && (
          <Button
            variant="primary"
            icon={ScanSearch}
            keys={keysOf("refresh_report")}
            onPress={() => refresh(row)}
            isPending={isRefreshing}
            isDisabled={pending !== undefined}
          >
            <Trans>Recheck</Trans>
          </Button>
        )}
        {isPast && !isGone && (
          <Button onPress={showReport}>
            <Trans>View current report</Trans>
          </Button>
        )}
        {url !== null && level < 3 && (
          <Button icon={ArrowUpRight} keys={keysOf("open_page")} onPress={() => openAddress(url)}>
            <Trans>Open page</Trans>
          </Button>
        )}
        {level < 2 && !isPast && <Share row={row} isGone={isGone} />}
        <span className={styles.more}>
          <More
            row={row}
            report={report}
            isGone={isGone}
            past={past}
            page={level > 2 ? url : null}
            isShareFolded={level > 1 && !isPast}
          />
        </span>
      </div>
    </div>
  );
}

type ShareProps = Pick<ActionsProps, "row" | "isGone">;

function Share(props: ShareProps) {
  return (
    <Menu
      trigger={
        <Button iconAfter={ChevronDown}>
          <Trans>Share</Trans>
        </Button>
      }
    >
      <ShareItems {...props} />
    </Menu>
  );
}

function ShareItems({ row, isGone }: ShareProps) {
  const { t } = useLingui();
  const copies = useCopies();
  const note = useLinkNote()(row);
  const keysOf = useKeysOf();
  return (
    <>
      {!isGone && (
        <MenuItem
          icon={Link2}
          label={t`Copy report link`}
          {...(note !== undefined && { detail: note })}
          onAction={() => copies.link(row)}
        />
      )}
      <MenuItem icon={AppWindow} label={t`Copy Assay link`} onAction={() => copies.appLink(row)} />
      {row.address !== "" && (
        <MenuItem
          icon={Copy}
          label={t`Copy page URL`}
          keys={keysOf("copy_address")}
          onAction={() => copies.address(row)}
        />
      )}
    </>
  );
}

type MoreProps = ActionsProps & {
  /** The shown snapshot. */
  past: Snapshot | undefined;
  /** Of the page, if its button has no room. */
  page: string | null;
  isShareFolded: boolean;
};

function More({ row, report, isGone, past, page, isShareFolded }: MoreProps) {
  const { t, i18n } = useLingui();
  const guide = useGuide();
  const copyMarkdown = useMarkdownCopy();
  const copies = useCopies();
  const keysOf = useKeysOf();
  const { id: connection } = useConnection();
  const [named, setNamed] = useState<string | null>(null);
  return (
    <>
      <Menu trigger={<Button icon={Ellipsis} aria-label={t`More actions`} />}>
        {past && !isGone && <RecheckItem row={row} keysOf={keysOf} />}
        {page !== null && <OpenPageItem page={page} keysOf={keysOf} />}
        {isShareFolded && <ShareItems row={row} isGone={isGone} />}
        {past && <MenuItem icon={Flag} label={t`Name this moment…`} onAction={() => setNamed(past.seen_at)} />}
        <MenuItem icon={Hash} label={t`Copy report ID`} onAction={() => copies.id(row)} />
        {report && !past && (
          <MenuItem
            icon={Heading1}
            label={t`Copy as Markdown`}
            onAction={() => copyMarkdown(reportMarkdown(i18n, guide, report))}
          />
        )}
        {!past && <DocumentItems row={row} keysOf={keysOf} />}
        {!isGone && <DeleteItem row={row} keysOf={keysOf} />}
      </Menu>
      {named !== null && <MomentsDialog at={new Date(named)} connection={connection} onClose={() => setNamed(null)} />}
    </>
  );
}
