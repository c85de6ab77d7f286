import { useLingui } from "@lingui/react/macro";
import { TextField } from "../../../../components";
import { useTypedText } from "../../../../shared/lists/use-debounced";

/** The core's limit, in characters. */
const LONGEST = 500;

export type TextFilterProps = {
  label: string;
  example: string;
  errorMessage?: string | undefined;
  value: string | undefined;
  /** Called when typing pauses, or ends. */
  onChange: (text: string | undefined) => void;
};

/** A filter by a text; empty, it doesn't filter. */
export function TextFilter({ example, value, onChange, ...props }: TextFilterProps) {
  const { t } = useLingui();
  const typed = useTypedText(value, onChange, 500);
  const commit = () => typed.commit(typed.text);
  return (
    <TextField
      {...props}
      placeholder={t`For example, ${example}`}
      value={typed.text}
      onChange={typed.type}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        // Escape closes the dialog.
        else event.continuePropagation();
      }}
      maxLength={LONGEST}
      spellCheck="false"
    />
  );
}
