import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileQuestionMark } from "lucide-react";
import { Button, DateText } from "../../../components";
import { useConnection } from "../../../shared/data/connection";
import { useCreateMissing, useSitemapGaps } from "../../../shared/planning/use-sitemap-gaps";
import { FactText } from "../../../shared/screen/FactText";
import styles from "./Missing.module.css";

/** The pages of a project's sitemap that have no report, if a sitemap was read. */
export function Missing({ project }: { project: string }) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const gap = useSitemapGaps(connection).find((one) => one.project === project);
  const { create, isReading } = useCreateMissing(connection);
  if (!gap) return null;
  const { sitemap, missing, pages, read_at } = gap;
  return (
    <section className={styles.missing} aria-label={t`Pages without a report`}>
      <FactText
        icon={FileQuestionMark}
        title={
          missing > 0 ? (
            <Plural value={missing} one="# page without a report" other="# pages without a report" />
          ) : (
            <Plural value={pages} one="# page, which has a report" other="# pages, which all have a report" />
          )
        }
        note={
          <span title={sitemap}>
            <Trans>
              Sitemap loaded <DateText value={read_at} isInText />
            </Trans>
          </span>
        }
      />
      {missing > 0 && create && (
        <Button isPending={isReading} onPress={() => create(project)}>
          <Plural value={missing} one="Create # report…" other="Create # reports…" />
        </Button>
      )}
    </section>
  );
}
