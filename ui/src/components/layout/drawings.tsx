import { classes } from "../class-names";
import styles from "./Drawing.module.css";

const { soft, sunken, paper, thick, brass, check } = styles;

const DRAWINGS = {
  /** A stack of pages, the first one with a seal. */
  reports: (
    <>
      <rect className={classes(soft, sunken)} x="64" y="16" width="58" height="72" rx="6" transform="rotate(9 93 52)" />
      <rect
        className={classes(soft, sunken)}
        x="58"
        y="16"
        width="58"
        height="72"
        rx="6"
        transform="rotate(-7 87 52)"
      />
      <rect className={paper} x="60" y="14" width="60" height="78" rx="6" />
      <path className={soft} d="M71 29h28M71 39h38M71 49h22" />
      <path className={classes(brass, paper)} d="M96.6 60h10.8l7.6 7.6v10.8l-7.6 7.6H96.6L89 78.4V67.6z" />
      <path className={classes(brass, check)} d="m96.5 73.5 4 4 7-8" />
    </>
  ),
  /** A folder with a page in it and a seal on it. */
  projects: (
    <>
      <path className={sunken} d="M44 88V28a6 6 0 0 1 6-6h22l9 10h49a6 6 0 0 1 6 6v50" />
      <rect className={classes(soft, paper)} x="60" y="40" width="60" height="46" rx="5" />
      <path className={soft} d="M70 48h26" />
      <path className={paper} d="M44 56h92v30a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" />
      <path className={brass} d="M86.3 65h7.4l5.3 5.3v7.4L93.7 83h-7.4L81 77.7v-7.4z" />
    </>
  ),
  /** A lens over lines. */
  search: (
    <>
      <path className={soft} d="M34 26h50M34 44h42M34 62h46M34 80h60" />
      <circle className={paper} cx="106" cy="48" r="27" />
      <path className={thick} d="m126 68 18 18" />
      <path className={brass} d="M90 48a16 16 0 0 1 12-15.5" />
    </>
  ),
  /** A score in steps, and the last one. */
  changes: (
    <>
      <path className={soft} d="M36 92h108M36 72h108M36 52h108M36 32h108" strokeDasharray="1 5" />
      <path d="M36 66h26V56h24v22h24V40h20" />
      <path
        className={classes(brass, paper)}
        d="M134.3 31h7.400l5.3 5.300v7.400l-5.3 5.300h-7.400l-5.3-5.300v-7.400z"
      />
    </>
  ),
  /** A key whose bow has the form of the seal. */
  key: (
    <>
      <path className={soft} d="M36 92h108" strokeDasharray="1 5" />
      <path className={sunken} d="M52 26h20l14 14v20L72 74H52L38 60V40z" />
      <circle className={paper} cx="56" cy="50" r="7" />
      <path className={thick} d="M86 50h58" />
      <path className={brass} d="M122 51v13M136 51v18" />
    </>
  ),
  /** A server with a part that doesn’t work. */
  service: (
    <>
      <path className={soft} d="M90 88v8M54 96h72" />
      <rect className={paper} x="46" y="12" width="88" height="34" rx="6" />
      <rect className={sunken} x="46" y="54" width="88" height="34" rx="6" />
      <path className={soft} d="M80 29h42M80 71h42" />
      <circle className={soft} cx="62" cy="29" r="4" />
      <path className={brass} d="m58 67 8 8M66 67l-8 8" />
    </>
  ),
  /** An hourglass that runs. */
  pause: (
    <>
      <path className={paper} d="M68 14h44v16c0 12-16 15-16 24s16 12 16 24v16H68V78c0-12 16-15 16-24s-16-12-16-24z" />
      <path className={soft} d="M76 34h28M76 94c0-10 7-14 14-14s14 4 14 14" />
      <path className={thick} d="M62 14h56M62 94h56" />
      <path className={brass} d="M90 54v18" strokeDasharray="3 4" />
    </>
  ),
  /** A page without its seal. */
  unsealed: (
    <>
      <rect className={paper} x="60" y="12" width="60" height="80" rx="6" />
      <path className={soft} d="M71 27h28M71 37h38M71 47h22" />
      <path className={brass} strokeDasharray="3 4" d="M96.6 60h10.8l7.6 7.6v10.8l-7.6 7.6H96.6L89 78.4V67.6z" />
    </>
  ),
  /** A plug beside its socket. */
  connection: (
    <>
      <path className={soft} d="M4 84c22 0 16-30 40-30M147 54c20 0 10-30 30-30" />
      <rect x="44" y="36" width="30" height="36" rx="8" />
      <path className={sunken} d="M118 34h20l9 9v22l-9 9h-20l-9-9V43z" />
      <path className={thick} d="M74 47h13M74 61h13M109 47h7M109 61h7" />
      <path className={brass} d="m95 26-2-8M102 27l5-7M95 82l-2 8M102 81l5 7" />
    </>
  ),
};

export type DrawingName = keyof typeof DRAWINGS;

export function Lines({ of }: { of: DrawingName }) {
  return DRAWINGS[of];
}
