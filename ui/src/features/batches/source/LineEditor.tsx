import { useLingui } from "@lingui/react/macro";
import { CircleSlash } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { TextArea as RawArea, TextField as RawField, VisuallyHidden } from "react-aria-components";
import styles from "./LineEditor.module.css";
import type { LineNotes } from "./line-notes";

/** Lines that are drawn at once; the others are far outside the window. */
const DRAWN = 160;

/** By how many lines the drawn ones move on. */
const STEP = 20;

/** In pixels, where the style isn't known. */
const USUAL_LINE = 22;

type LineEditorProps = {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  notes: LineNotes;
  /** The id of what describes it. */
  descriptionId: string;
  isDisabled: boolean;
};

/** A text with numbered lines, each with a note at its end. */
export function LineEditor({ area, text, onChange, notes, descriptionId, isDisabled }: LineEditorProps): ReactNode {
  const { t } = useLingui();
  const lines = useMemo(() => text.split("\n"), [text]);
  return (
    // Numbers, URLs, and notes keep their order in every language.
    <div className={styles.editor} dir="ltr" style={{ ["--digits" as string]: String(lines.length).length }}>
      <Lines area={area} lines={lines} notes={notes} />
      <RawField
        className={styles.field as string}
        aria-label={t`URLs`}
        aria-describedby={descriptionId}
        value={text}
        onChange={onChange}
        isDisabled={isDisabled}
      >
        <RawArea
          ref={area}
          className={styles.area as string}
          placeholder={"example.com/\nexample.com/about\nexample.com/contact"}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
        />
      </RawField>
    </div>
  );
}

type LinesProps = { area: LineEditorProps["area"]; lines: readonly string[]; notes: LineNotes };

/** The numbers and notes beside the text; memoized, since only those near the visible lines are drawn. */
const Lines = memo(function Lines({ area, lines, notes }: LinesProps) {
  const { t } = useLingui();
  const lineText = useLineText();
  const [first, setFirst] = useState(0);
  const layers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const text = area.current;
    if (!text) return;
    const follow = () => {
      layers.current?.style.setProperty("--scrolled", `${text.scrollTop}px`);
      layers.current?.style.setProperty("--scrollbar", `${text.offsetWidth - text.clientWidth}px`);
      const above = Math.floor(text.scrollTop / heightOfLine(text)) - STEP;
      setFirst(Math.max(0, Math.floor(above / STEP) * STEP));
    };
    // More or fewer lines may scroll it, too.
    void lines;
    follow();
    text.addEventListener("scroll", follow, { passive: true });
    return () => text.removeEventListener("scroll", follow);
  }, [area, lines]);

  const drawn = lines.slice(first, first + DRAWN).map((text, index) => {
    const line = first + index + 1;
    const note = notes.of(line, text);
    return { line, note, style: { insetBlockStart: `calc(${line - 1} * var(--line-height))` } };
  });
  const noted = drawn.flatMap(({ note, ...rest }) => (note ? [{ ...rest, note }] : []));
  return (
    <div ref={layers} className={styles.layers}>
      <div className={styles.numbers} aria-hidden>
        {drawn.map(({ line, note, style }) => (
          <span key={line} data-ignored={note?.isIgnored || undefined} style={style}>
            {line}
          </span>
        ))}
      </div>
      {noted.length > 0 && (
        <ul className={styles.notes} aria-label={t`Notes on lines`}>
          {noted.map(({ line, note, style }) => (
            <li key={line} data-ignored={note.isIgnored || undefined} style={style}>
              <VisuallyHidden>{lineText(line, note.text)}</VisuallyHidden>
              {note.isIgnored && <CircleSlash size={14} strokeWidth={2.1} aria-hidden />}
              <bdi title={note.text} aria-hidden>
                {note.short ?? note.text}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

/** A note with its line, as it is read out. */
export function useLineText(): (line: number, note: string) => string {
  const { t, i18n } = useLingui();
  return (line, note) => {
    const number = i18n.number(line);
    return t`Line ${number}: ${note}`;
  };
}

function heightOfLine(text: HTMLTextAreaElement): number {
  return Number.parseFloat(getComputedStyle(text).lineHeight) || USUAL_LINE;
}

/** Selects a line, counted from 1, and scrolls it to the middle. */
export function goToLine(text: HTMLTextAreaElement, line: number): void {
  const before = text.value.split("\n", line);
  const end = before.join("\n").length;
  text.focus();
  text.setSelectionRange(end - (before.at(-1)?.length ?? 0), end);
  text.scrollTop = (line - 0.5) * heightOfLine(text) - text.clientHeight / 2;
}

/** The line of the caret, from 1. */
export function lineOfCaret(text: HTMLTextAreaElement): number {
  return text.value.slice(0, text.selectionStart).split("\n").length;
}
