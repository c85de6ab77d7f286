import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { classes } from "../../components/class-names";
import link from "../../components/text/link.module.css";
import styles from "./FactText.module.css";

type FactTextProps = { icon: LucideIcon; href?: string; title: ReactNode; note: ReactNode };

/** A figure that may need attention; what to do about it stands after it. */
export function FactText({ icon: Icon, href, title, note }: FactTextProps) {
  return (
    <>
      <Icon size={20} strokeWidth={1.7} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {href ? (
          <Link href={href} className={classes(link.link, styles.title)}>
            {title}
          </Link>
        ) : (
          <p className={styles.title}>{title}</p>
        )}
        <p className={styles.note}>{note}</p>
      </div>
    </>
  );
}
