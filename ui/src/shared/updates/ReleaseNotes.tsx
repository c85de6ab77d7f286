import { lexer, type MarkedToken, type Token } from "marked";
import { Fragment, type ReactNode, useMemo } from "react";
import { LongText } from "./LongText";
import styles from "./product.module.css";

/** Maximum characters parsed as Markdown. */
const MAX_CHARACTERS = 20_000;

/** Maximum marks: parsing time grows with their square. */
const MAX_MARKS = 2_000;

/** Maximum nesting that is rendered. */
const DEEPEST = 12;

/** Release notes from Markdown. They are untrusted: links, HTML, and anything oversized are shown as text. */
export function ReleaseNotes({ notes }: { notes: string }): ReactNode {
  const tokens = useMemo(() => read(notes), [notes]);
  if (tokens === null) return <LongText>{notes}</LongText>;
  return (
    <div className={styles.notes} lang="en" dir="auto">
      {drawn(tokens, 0)}
    </div>
  );
}

function read(notes: string): Token[] | null {
  if (notes.length > MAX_CHARACTERS) return null;
  if ((notes.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0) > MAX_MARKS) return null;
  try {
    return lexer(notes);
  } catch {
    // Recursive: nested tokens.
    return null;
  }
}

function drawn(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  // The text never changes, so the index is a stable key.
  return tokens?.map((token, at) => (
    <Fragment key={`${at}`}>{depth < DEEPEST ? part(token as MarkedToken, depth + 1) : token.raw}</Fragment>
  ));
}

function part(token: MarkedToken, depth: number): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
    case "hr":
      return null;
    case "heading":
      return <h3>{drawn(token.tokens, depth)}</h3>;
    case "paragraph":
      return <p>{drawn(token.tokens, depth)}</p>;
    case "list": {
      const items = token.items.map((item, at) => <li key={`${at}`}>{drawn(item.tokens, depth)}</li>);
      return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "strong":
      return <b>{drawn(token.tokens, depth)}</b>;
    case "em":
      return <i>{drawn(token.tokens, depth)}</i>;
    case "codespan":
      return <code dir="ltr">{token.text}</code>;
    case "code":
      return <pre dir="ltr">{token.text}</pre>;
    case "br":
      return <br />;
    case "text":
      return token.tokens ? drawn(token.tokens, depth) : token.text;
    case "link":
    case "blockquote":
    case "del":
      return drawn(token.tokens, depth);
    case "escape":
    case "image":
      return token.text;
    default:
      return token.raw;
  }
}
