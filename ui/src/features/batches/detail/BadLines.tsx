import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Foldable, Skeleton } from "../../../components";
import { problemOf, useHost } from "../../../host";
import { keys } from "../../../shared/data/queries";
import { useNewBatch } from "../../../shared/planning/new-batch";
import { ProblemInline } from "../../../shared/problems";
import { BadLineList } from "../source/BadLineList";

type BadLinesProps = {
  batch: number;
  count: number;
  /** Goes back to the list, if it is still there. */
  onEdit?: (() => void) | undefined;
};

export function BadLines({ batch, count, onEdit }: BadLinesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Foldable
      title={<Plural value={count} one="# invalid line is left out" other="# invalid lines are left out" />}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {isOpen && <Lines batch={batch} onEdit={onEdit} />}
    </Foldable>
  );
}

function Lines({ batch, onEdit }: Omit<BadLinesProps, "count">) {
  const { t } = useLingui();
  const host = useHost();
  const { planned } = useNewBatch();
  const withTexts = planned?.batch === batch ? planned.badLines : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: keys.batches.badLines(batch),
    queryFn: ({ signal }) => host.call("batch_bad_lines", { batch }, { signal }),
    enabled: !withTexts,
  });
  if (withTexts) return <BadLineList lines={withTexts} onEdit={onEdit} aria-label={t`Invalid lines`} />;
  if (error) return <ProblemInline isRead problem={problemOf(error)} actions={{ retry: () => void refetch() }} />;
  if (!data) return <Skeleton rows={3} rowHeight={24} />;
  return <BadLineList lines={data} aria-label={t`Invalid lines`} />;
}
