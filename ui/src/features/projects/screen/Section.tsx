import type { ReactNode } from "react";
import { Skeleton } from "../../../components";
import { ProblemInline } from "../../../shared/problems";
import { Part, type PartProps } from "../../../shared/screen/Part";
import type { Reading } from "./use-project-data";

type SectionProps = Omit<PartProps, "link"> & { link: ReactNode; href: string; reading: Reading<unknown> };

/** A part of the overview, with a link to its list. */
export function Section({ link, href, reading, children, ...part }: SectionProps) {
  const { data, problem, read } = reading;
  return (
    <Part {...part} link={link ? { href, text: link } : undefined}>
      {!data &&
        (problem ? <ProblemInline isRead problem={problem} actions={{ retry: read }} /> : <Skeleton rows={5} />)}
      {children}
    </Part>
  );
}
