import styles from "./Match.module.css";

/** The first place of `search` in a text, ignoring case; `null` if there is none. */
export function placeOf(search: string, text: string): { start: number; end: number } | null {
  if (search === "") return null;
  const [wanted, among] = [search.toLowerCase(), text.toLowerCase()];
  // Some letters have a longer lowercase form.
  const start = among.length === text.length ? among.indexOf(wanted) : -1;
  return start < 0 ? null : { start, end: start + wanted.length };
}

export type MatchProps = {
  text: string;
  /** The part in bold: its start and end in the text, which may lie outside. */
  place: { start: number; end: number } | null;
};

/** A text with the part that a search matches in bold. */
export function Match({ text, place }: MatchProps) {
  const [start, end] = place ? [Math.max(place.start, 0), Math.max(place.end, 0)] : [0, 0];
  const found = text.slice(start, end);
  if (found === "") return <>{text}</>;
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.match}>{found}</mark>
      {text.slice(end)}
    </>
  );
}
