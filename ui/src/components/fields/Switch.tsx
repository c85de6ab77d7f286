import { type ReactNode, useId } from "react";
import { Switch as RawSwitch } from "react-aria-components";
import field from "./Field.module.css";
import styles from "./Switch.module.css";

type SwitchProps = {
  children: ReactNode;
  description?: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
};

/** A setting that takes effect at once, with its label at the start and the switch at the end. */
export function Switch({ children, description, ...rest }: SwitchProps) {
  const note = useId();
  return (
    <RawSwitch {...rest} className={styles.switch} {...(description !== undefined && { "aria-describedby": note })}>
      <span className={styles.text}>
        <span className={field.label}>{children}</span>
        {description !== undefined && (
          <span id={note} className={field.description} aria-hidden>
            {description}
          </span>
        )}
      </span>
      <span className={styles.track} />
    </RawSwitch>
  );
}
