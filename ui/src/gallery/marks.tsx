import {
  Age,
  Badge,
  DateText,
  Delta,
  ImportanceMark,
  Meter,
  PrivacyMark,
  Sparkline,
  Stamp,
  VerdictBar,
  VerdictCount,
  VerdictMark,
} from "../components";
import { LogoMark } from "../components/LogoMark";
import styles from "./Gallery.module.css";
import { Group, type Section } from "./section";

const VERDICTS = ["good", "decent", "bad", null] as const;
const AGES = [0, 12 * 60, 3 * 3600, 26 * 3600, 40 * 86_400, 500 * 86_400];

function Marks() {
  const now = Date.now();
  return (
    <>
      <Group title="Mark of the app">
        <LogoMark size={24} />
        <LogoMark size={36} />
        <LogoMark size={96} />
      </Group>
      <Group title="Verdict">
        {VERDICTS.map((verdict) => (
          <VerdictMark key={verdict} verdict={verdict} />
        ))}
      </Group>
      <Group title="Count of a verdict">
        {VERDICTS.map((verdict) => (
          <VerdictCount key={verdict} verdict={verdict ?? "unknown"} count={1200} />
        ))}
      </Group>
      {([undefined, "medium", "large"] as const).map((size) => (
        <Group key={size ?? "small"} title={`Stamp, ${size ?? "small"}`}>
          <Stamp score={91} verdict="good" size={size} />
          <Stamp score={71} verdict="decent" size={size} />
          <Stamp score={30} verdict="bad" size={size} />
          <Stamp score={100} verdict="good" size={size} />
          <Stamp score={0} verdict="bad" size={size} />
          <Stamp score={64} verdict={null} size={size} />
          <Stamp score={null} verdict={null} size={size} />
          <Stamp score={null} verdict="decent" size={size} />
          <Stamp score={91} verdict="good" size={size} checking="Checking" />
        </Group>
      ))}
      <Group title="Delta">
        <Delta difference={4} />
        <Delta difference={-5} />
        <Delta difference={4} isPill />
        <Delta difference={-5} isPill />
        <Delta difference={1.2} isPill />
      </Group>
      <Group title="Importance">
        <ImportanceMark importance="high">High</ImportanceMark>
        <ImportanceMark importance="medium">Medium</ImportanceMark>
        <ImportanceMark importance="low">Low</ImportanceMark>
      </Group>
      <Group title="Course of a score">
        <Sparkline scores={[61, 61, 66, 66, 72, 82]} verdict="good" />
        <Sparkline scores={[72, 70, 70, 64, 61, 53]} verdict="decent" />
        <Sparkline scores={[52, 52, 31, 30, 30]} verdict="bad" width={96} height={24} />
        <Sparkline scores={[82, 82, 82]} verdict="good" />
      </Group>
      <Group title="Shares of verdicts">
        <div className={styles.measure}>
          <VerdictBar counts={{ good: 68, decent: 142, bad: 30 }} />
        </div>
        <div className={styles.measure}>
          <VerdictBar counts={{ good: 3, decent: 40, unknown: 12 }} isThin />
        </div>
      </Group>
      <Group title="How much">
        <div className={styles.measure}>
          <Meter share={0.46} />
        </div>
        <div className={styles.measure}>
          <Meter share={1} />
        </div>
      </Group>
      <Group title="Privacy">
        {(["public", "private", "password", null] as const).map((privacy) => (
          <PrivacyMark key={privacy} privacy={privacy} />
        ))}
        <PrivacyMark privacy="public" isIcon />
      </Group>
      <Group title="Badge">
        {(["neutral", "accent", "danger"] as const).map((tone) => (
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
