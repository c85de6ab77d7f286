import { Age, Badge, DateText, PrivacyMark, ScoreBar, ScoreRing, VerdictMark } from "../components";
import { Group, type Section } from "./section";

const VERDICTS = ["good", "decent", "bad", null] as const;
const AGES = [0, 12 * 60, 3 * 3600, 26 * 3600, 40 * 86_400, 500 * 86_400];

function Marks() {
  const now = Date.now();
  return (
    <>
      <Group title="Verdict">
        {VERDICTS.map((verdict) => (
          <VerdictMark key={verdict} verdict={verdict} />
        ))}
      </Group>
      <Group title="Privacy">
        {(["public", "private", "password", null] as const).map((privacy) => (
          <PrivacyMark key={privacy} privacy={privacy} />
        ))}
      </Group>
      <Group title="Score">
        <ScoreBar score={91} verdict="good" />
        <ScoreBar score={55} verdict="decent" />
        <ScoreBar score={8} verdict="bad" />
        <ScoreBar score={100} verdict={null} />
        <ScoreBar score={0} verdict="bad" />
        <ScoreBar score={null} verdict={null} />
      </Group>
      <Group title="Score as a ring">
        <ScoreRing score={91} verdict="good" />
        <ScoreRing score={63} verdict="decent" />
        <ScoreRing score={38} verdict="bad" />
        <ScoreRing score={100} verdict={null} />
        <ScoreRing score={null} verdict={null} />
        <ScoreRing score={38} verdict="bad" size={48} />
      </Group>
      <Group title="Badge">
        {(["neutral", "accent", "good", "decent", "bad"] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Group>
      <Group title="Dates">
        {AGES.map((age) => (
          <DateText key={age} value={new Date(now - age * 1000).toISOString()} />
        ))}
        <DateText value={new Date(now).toISOString()} form="exact" />
        <DateText value={null} />
        <DateText value="last Tuesday" />
        <Age at={new Date(now - 300_000).toISOString()} />
      </Group>
    </>
  );
}

export const marks: Section[] = [{ id: "marks", title: "Marks", Content: Marks }];
