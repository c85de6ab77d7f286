import type { RefAttributes } from "react";
import { type FormProps as AriaProps, Form as RawForm } from "react-aria-components";

type FormProps = Omit<AriaProps, "onSubmit" | "validationBehavior"> &
  RefAttributes<HTMLFormElement> & { onSubmit: () => void };

/** A form that shows errors itself, and isn’t submitted with a form around its dialog. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <RawForm
      {...props}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSubmit();
      }}
    />
  );
}
