import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { SearchField, useIsFolded, useKeysText } from "../../components";
import { classes } from "../../components/class-names";
import { useCommand, useKeysOf } from "../commands";
import { focusAll } from "../screen/focus";
import styles from "./ListSearch.module.css";
import { useTypedText } from "./use-debounced";

export type ListSearchProps = {
  "aria-label": string;
  value: string | undefined;
  /** Called when typing pauses, or ends. */
  onChange: (text: string | undefined) => void;
};

/** The search field of a list; the find command leads to it. */
export function ListSearch({ value, onChange, ...props }: ListSearchProps) {
  const { t } = useLingui();
  const term = useTypedText(value, onChange);
  const isFolded = useIsFolded("search");
  const isLeast = useIsFolded("fields");
  const input = useRef<HTMLInputElement>(null);
  const [keysOf, keysText] = [useKeysOf(), useKeysText()];
  useCommand("find", () => focusAll(input.current));
  return (
    <div className={classes(styles.search, isFolded && styles.folded, isLeast && styles.least)}>
      <SearchField
        {...props}
        // Without room for the whole name.
        {...(isFolded && { placeholder: t`Search` })}
        shortcut={keysText(keysOf("find") ?? "")}
        inputRef={input}
        value={term.text}
        onChange={term.type}
        onSubmit={term.commit}
        onClear={() => term.commit("")}
        maxLength={500}
      />
    </div>
  );
}
