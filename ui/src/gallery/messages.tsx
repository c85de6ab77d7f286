import { useState } from "react";
import { Banner, Button, EmptyState, SegmentedFilter } from "../components";
import { makeProblem } from "../host";
import { FilterIgnored, LastKnown, ProblemInline, ProblemView, SortIgnored, UnreadableRows } from "../shared/problems";
import { Box, Group, type Section } from "./section";

const THROTTLED = makeProblem("throttled", {
  retry_after: 90,
  status: 429,
  said: "Too many requests, please slow down.",
});

const NOTICES = [
  {
    name: "Timed out",
    shown: <LastKnown problem={makeProblem("connect_timed_out")} isOtherQuery={false} onRetry={() => {}} />,
  },
  {
    name: "Offline",
    shown: <LastKnown problem={makeProblem("offline")} isOtherQuery={false} onRetry={() => {}} />,
  },
  {
    name: "Sort ignored",
    shown: <SortIgnored label="Address" instead={{ label: "Date created", onPress: () => {} }} />,
  },
  { name: "Filter ignored", shown: <FilterIgnored onClear={() => {}} /> },
  {
    name: "Unreadable rows",
    shown: <UnreadableRows rows={[{ position: 3, path: "data[3].id", raw: '{"id": null}' }]} />,
  },
];

function Banners() {
  const [notice, setNotice] = useState("Timed out");
  return (
    <>
      <Group title="Banner" isWide>
        {(["info", "warning", "error"] as const).map((tone) => (
          <Banner key={tone} tone={tone} action={<Button>Do something</Button>}>
            Something that concerns the whole screen, said in a sentence that may well be longer than one line is in a
            small window.
          </Banner>
        ))}
        <Banner tone="info">Without a button.</Banner>
      </Group>
      <Group title="What there is to know of a list" isWide>
        {/* Of several, only the most important one is shown. */}
        <SegmentedFilter
          aria-label="Notice"
          options={NOTICES.map(({ name }) => ({ value: name, label: name }))}
          value={notice}
          onChange={setNotice}
        />
        {NOTICES.find(({ name }) => name === notice)?.shown}
      </Group>
    </>
  );
}

function Problems() {
  return (
    <>
      <Group title="Beside what it is about" isWide>
        <ProblemInline problem={makeProblem("service_fault", { status: 503, detail: "Service Unavailable" })} />
        <ProblemInline problem={THROTTLED} />
        <ProblemInline problem={makeProblem("outcome_unknown")} />
        <ProblemInline problem={makeProblem("canceled")} />
      </Group>
      <Group title="In place of a screen" isWide>
        <Box height={360}>
          <ProblemView problem={makeProblem("name_not_found", { detail: "seo.brightleaf.example" })} />
        </Box>
        <Box height={360}>
          <ProblemView problem={THROTTLED} />
        </Box>
      </Group>
    </>
  );
}

function NoPages() {
  return (
    <>
      {(["reports", "projects", "search", "changes", "connection", "key", "service", "pause", "unsealed"] as const).map(
        (drawing) => (
          <Box key={drawing} height={300}>
            <EmptyState drawing={drawing} title="No matching reports" action={<Button>Clear filters</Button>}>
              No reports match your search and filters.
            </EmptyState>
          </Box>
        ),
      )}
    </>
  );
}

export const messages: Section[] = [
  { id: "banners", title: "Banners", Content: Banners },
  { id: "problems", title: "Problems", Content: Problems },
  { id: "empty", title: "Empty states", Content: NoPages },
];
