import { lexer, type MarkedToken, type Token } from "marked";
import { Fragment, type ReactNode } from "react";
import styles from "./product.module.css";

/** Notes of a version, out of Markdown. They come from outside: links and HTML in them are shown as text. */
export function ReleaseNotes({ notes }: { notes: string }): ReactNode {
  return (
    <div className={styles.notes} dir="auto">
      {drawn(lexer(notes))}
    </div>
  );
}

function drawn(tokens: readonly Token[] | undefined): ReactNode {
  // A text without changes has nothing that its place in it would not name.
  return tokens?.map((token, at) => <Fragment key={`${at}`}>{part(token as MarkedToken)}</Fragment>);
}

function part(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
    case "hr":
      return null;
    case "heading":
      return <h3>{drawn(token.tokens)}</h3>;
    case "paragraph":
      return <p>{drawn(token.tokens)}</p>;
    case "list": {
      const items = token.items.map((item, at) => <li key={`${at}`}>{drawn(item.tokens)}</li>);
      return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "strong":
      return <b>{drawn(token.tokens)}</b>;
    case "em":
      return <i>{drawn(token.tokens)}</i>;
    case "codespan":
      return <code dir="ltr">{token.text}</code>;
    case "code":
      return <pre dir="ltr">{token.text}</pre>;
    case "br":
      return <br />;
    case "text":
      return token.tokens ? drawn(token.tokens) : token.text;
    case "link":
    case "blockquote":
    case "del":
      return drawn(token.tokens);
    case "escape":
    case "image":
      return token.text;
    default:
      return token.raw;
  }
}
