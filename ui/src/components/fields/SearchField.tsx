import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import type { Ref } from "react";
import {
  Button,
  Group,
  Input,
  SearchField as RawField,
  type SearchFieldProps as RawProps,
} from "react-aria-components";
import keys from "../buttons/Keys.module.css";
import { classes } from "../class-names";
import field from "./Field.module.css";
import styles from "./SearchField.module.css";

export type SearchFieldProps = Omit<RawProps, "className" | "style" | "children"> & {
  /** Also the placeholder, unless there is a shorter one. */
  "aria-label": string;
  placeholder?: string;
  /** Shown while the field is empty, such as `Ctrl F`. */
  shortcut?: string;
  inputRef?: Ref<HTMLInputElement>;
};

/** A search field with a clear button. */
export function SearchField({ shortcut, inputRef, placeholder, ...props }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <RawField {...props} className={styles.field ?? ""}>
      {({ isEmpty }) => (
        <Group className={classes(field.box, field.plain, styles.box)}>
          <Search size={15} strokeWidth={1.75} aria-hidden className={styles.icon} />
          <Input
            className={classes(field.input, styles.input)}
            placeholder={placeholder ?? props["aria-label"]}
            ref={inputRef}
          />
          {isEmpty ? (
            shortcut && (
              <kbd className={classes(keys.key, styles.shortcut)} aria-hidden>
                {shortcut}
              </kbd>
            )
          ) : (
            <Button className={field.inside ?? ""} aria-label={t`Clear search`}>
              <X size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
        </Group>
      )}
    </RawField>
  );
}
