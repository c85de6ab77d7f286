import { Link } from "react-aria-components";
import { choices } from "./choices";
import { controls } from "./controls";
import { fields } from "./fields";
import styles from "./Gallery.module.css";
import { hrefOf, type Look } from "./look";
import { marks } from "./marks";
import { messages } from "./messages";
import { overlays } from "./overlays";
import type { Section } from "./section";
import { structure } from "./structure";
import { tables } from "./tables";

const SECTIONS: readonly Section[] = [
  ...controls,
  ...fields,
  ...choices,
  ...marks,
  ...tables,
  ...overlays,
  ...messages,
  ...structure,
];

/** The switches in the page's header. */
const SWITCHES = {
  theme: ["light", "dark"],
  density: ["comfortable", "compact"],
  dir: ["ltr", "rtl"],
  colors: ["own", "more", "forced"],
  language: ["en", "de", "fr", "es", "pt-BR", "ja", "zh-Hans", "ar", "pseudo"],
} as const;

export function Gallery({ look }: { look: Look }) {
  const shown = SECTIONS.filter(({ id }) => look.section === undefined || look.section === id);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Components</h1>
        {!look.bare && <Switches look={look} />}
      </header>
      <main className={styles.sections}>
        {shown.map(({ id, title, Content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Content look={look} />
          </section>
        ))}
      </main>
    </div>
  );
}

function Switches({ look }: { look: Look }) {
  return (
    <>
      <nav aria-label="Looks" className={styles.links}>
        {Object.entries(SWITCHES).map(([name, values]) => (
          <span key={name} className={styles.switch}>
            {values.map((value) => (
              <Link
                key={value}
                href={hrefOf(look, { [name]: value })}
                {...(look[name as keyof Look] === value && { "aria-current": "true" })}
              >
                {value}
              </Link>
            ))}
          </span>
        ))}
      </nav>
      <nav aria-label="Sections" className={styles.links}>
        <Link href={hrefOf({ ...look, section: undefined }, {})}>All</Link>
        {SECTIONS.map(({ id, title }) => (
          <Link key={id} href={hrefOf(look, { section: id })} {...(look.section === id && { "aria-current": "true" })}>
            {title}
          </Link>
        ))}
      </nav>
    </>
  );
}
