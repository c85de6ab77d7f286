import { Trans } from "@lingui/react/macro";
import { createContext, type ReactNode, useContext } from "react";
import { useLocale } from "react-aria-components";
import { classes } from "../class-names";
import { Tile } from "../marks/Tile";
import styles from "./AddressText.module.css";
import { isWithoutRoom, shortHost, shortPath, splitAddress } from "./address";
import { readable } from "./readable";

type AddressTextProps = {
  address: string;
  /** Among pages of one site; a URL without a path keeps its host. */
  isWithoutHost?: boolean;
  /** Among pages of other hosts; a tile tells them apart where hosts have no room. */
  hasOtherHosts?: boolean;
  /** The pixels of its line that other things before it take. */
  indent?: number;
};

/** The width of a host’s tile and the gap after it, in pixels. */
const TILE = 30;

/** The room of a line for URLs, in pixels; without enough, hosts give way to paths. */
export const AddressRoom = createContext<number | undefined>(undefined);

/** A readable URL with its distinguishing part emphasized; the exact one is its tooltip. */
export function AddressText(props: AddressTextProps) {
  const { address, isWithoutHost = false, hasOtherHosts = false, indent = 0 } = props;
  const room = useContext(AddressRoom);
  if (address === "") {
    return (
      <span className={styles.host}>
        <Trans>No URL</Trans>
      </span>
    );
  }
  const text = readable(address);
  const { host, path } = splitAddress(text);
  const hasHost = !(isWithoutHost && path !== "/");
  const ownRoom = (room ?? Number.POSITIVE_INFINITY) - indent;
  const hasTile = hasOtherHosts && hasHost && isWithoutRoom(ownRoom);
  const left = hasTile ? ownRoom - TILE : ownRoom;
  const shownHost = hasHost ? shortHost({ host, path }, left) : { start: "", rest: "" };
  const isHostCut = shownHost.start !== "" && shownHost.rest !== "";
  const shown = (
    <bdi dir="ltr" title={text === address ? undefined : address}>
      {hasHost && (
        <span className={styles.host}>
          {shownHost.start}
          <Rest text={shownHost.rest} isCut={isHostCut} />
        </span>
      )}
      <span className={styles.path}>
        <PathText host={isHostCut ? `${shownHost.start}…` : shownHost.start} path={path} room={left} />
      </span>
    </bdi>
  );
  if (!hasTile) return shown;
  return <Tiled host={host}>{shown}</Tiled>;
}

/** URLs are left to right, but their tiles stand where lines begin. The direction costs each row an effect. */
function Tiled({ host, children }: { host: string; children: ReactNode }) {
  const { direction } = useLocale();
  return (
    <span className={styles.tiled} dir={direction}>
      <Tile id={host} name={host.replace(/^www\./, "")} form="soft" />
      {children}
    </span>
  );
}

/** A path without its middle where that has no room, in pixels at the size of text, after what is shown of its host. */
export function PathText({ host = "", path, room }: { host?: string; path: string; room: number }) {
  const { start, rest, end } = shortPath({ host, path }, room);
  return (
    <>
      {start}
      <Rest text={rest} isCut />
      {end}
    </>
  );
}

/** A part without room, with an ellipsis in its place. */
function Rest({ text, isCut }: { text: string; isCut: boolean }) {
  return text !== "" && <span className={classes(styles.rest, isCut && styles.cut)}>{text}</span>;
}
