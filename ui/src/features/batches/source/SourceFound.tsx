import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { AddressText, Banner, Foldable, LiveText, PRIVACY_ICONS, useIsSlow } from "../../../components";
import type { InvalidLine, SitemapRead, SourcePreview, SourceReading } from "../../../host/contract";
import { useBatchLabels } from "../labels";
import { BadLineList } from "./BadLineList";
import { ColumnChoice } from "./ColumnChoice";
import { useFaultWords } from "./faults";
import list from "./lines.module.css";
import styles from "./SourceFound.module.css";

type SourceFoundProps = {
  preview: SourcePreview;
  /** The lines are above, with notes on those that are of no use. */
  isListed: boolean;
  /** Something newer is looked into. */
  isReading: boolean;
  reading: SourceReading;
  onReading: (reading: SourceReading) => void;
  isDisabled: boolean;
  /** More at the end. */
  children?: ReactNode;
};

/** Pages found, how they were parsed, and invalid lines. */
export function SourceFound(props: SourceFoundProps): ReactNode {
  const { preview, isListed, isReading, reading, onReading, isDisabled, children } = props;
  const { t } = useLingui();
  const words = useFaultWords();
  const isSlow = useIsSlow(isReading);
  const { pages, duplicates, bad, form, sheet, encoding, delimiter, fault, sitemaps } = preview;
  const unread = sitemaps.filter((sitemap) => sitemap.fault !== null || sitemap.problem !== null).length;
  return (
    <section
      className={styles.found}
      aria-label={t`Found`}
      aria-busy={isSlow || undefined}
      data-listed={isListed || undefined}
    >
      <div className={styles.parts}>
        {fault && (
          <Banner tone="warning" isNew>
            {words.fault(fault)}
          </Banner>
        )}
        {form === "table" && (
          <ColumnChoice preview={preview} reading={reading} onChange={onReading} isDisabled={isDisabled} />
        )}
        {!isListed && preview.sample.length > 0 && <Sample preview={preview} />}
        {!isListed && bad > 0 && <BadLines lines={preview.bad_lines} total={bad} />}
        {(sitemaps.length > 1 || unread > 0) && <Sitemaps sitemaps={sitemaps} unread={unread} />}
      </div>
      <div className={styles.foot}>
        <ul className={styles.counts}>
          <li data-none={pages === 0 || undefined}>
            <Plural value={pages} one="# page" other="# pages" />
          </li>
          <li>
            <Plural value={duplicates} one="# duplicate" other="# duplicates" />
          </li>
          <li>
            <Plural value={bad} one="# invalid line" other="# invalid lines" />
          </li>
        </ul>
        <LiveText>{!isReading && <Plural value={pages} one="# page found" other="# pages found" />}</LiveText>
        {/* Pasted text shows it itself. */}
        {!isListed && (
          <ul className={styles.how}>
            <li>{words.form(form)}</li>
            {sheet === null ? (
              <>
                {delimiter !== null && <li>{words.delimiter(delimiter)}</li>}
                <li>{encoding}</li>
              </>
            ) : (
              <li>
                <Trans>
                  Sheet “<bdi>{sheet}</bdi>”
                </Trans>
              </li>
            )}
          </ul>
        )}
        {children}
      </div>
    </section>
  );
}

/** The first pages as they will be sent. */
function Sample({ preview: { sample, pages, privacy, password } }: { preview: SourcePreview }) {
  const { t, i18n } = useLingui();
  const words = useBatchLabels();
  const hasPrivacy = privacy !== null || password !== null;
  const hasLines = sample.some(({ line }) => line !== null);
  const more = pages - sample.length;
  return (
    <table className={styles.sample} aria-label={t`Preview`}>
      <thead>
        <tr>
          {hasLines && <th className={styles.line}>{t`Line`}</th>}
          <th>{t`Page`}</th>
          {hasPrivacy && <th className={styles.privacy}>{t`Privacy`}</th>}
        </tr>
      </thead>
      <tbody>
        {sample.map(({ line, address, privacy: own, has_password }, at) => {
          const Icon = has_password ? PRIVACY_ICONS.password : own && PRIVACY_ICONS[own];
          return (
            <tr key={line ?? at}>
              {hasLines && <td className={styles.line}>{line !== null && i18n.number(line)}</td>}
              <td className={styles.address} dir="ltr" title={address}>
                <AddressText address={address.replace(/^https?:\/\//, "")} />
              </td>
              {hasPrivacy && (
                <td className={styles.privacy}>
                  {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
                  {has_password ? t`From list` : own ? words.privacy[own] : t`From options`}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
      {more > 0 && (
        <tfoot>
          <tr>
            <td colSpan={1 + Number(hasLines) + Number(hasPrivacy)}>
              <Plural value={more} one="and # more page" other="and # more pages" />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Invalid lines, which don't block the others. */
function BadLines({ lines, total }: { lines: readonly InvalidLine[]; total: number }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <Foldable
      title={<Plural value={total} one="# invalid line is left out" other="# invalid lines are left out" />}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {isOpen && <BadLineList lines={lines} more={total - lines.length} aria-label={t`Invalid lines`} />}
    </Foldable>
  );
}

/** The sitemaps read, and problems with others. */
function Sitemaps({ sitemaps, unread }: { sitemaps: readonly SitemapRead[]; unread: number }) {
  const { t } = useLingui();
  const words = useFaultWords();
  const [isOpen, setOpen] = useState(unread > 0);
  const count = sitemaps.length;
  return (
    <Foldable
      title={
        unread > 0 ? (
          <Plural
            value={unread}
            one="# sitemap couldn’t be read completely"
            other="# sitemaps couldn’t be read completely"
          />
        ) : (
          <Plural value={count} one="# sitemap read" other="# sitemaps read" />
        )
      }
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <ul className={list.list} tabIndex={0} aria-label={t`Sitemaps`}>
          {sitemaps.map(({ name, addresses, fault, problem }) => (
            <li key={name}>
              <span className={list.text} dir="ltr" title={name}>
                {name}
              </span>
              <span className={list.reason}>
                {fault && words.fault(fault)}
                {problem && words.fetch(problem)}
                {!fault && !problem && <Plural value={addresses} one="# URL" other="# URLs" />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Foldable>
  );
}
