import { useRouterState } from "@tanstack/react-router";
import type { NamedMoment } from "../../host/contract";
import { useConnections } from "../data/connection";
import { usePreferences } from "../data/preferences";
import { connectionOfPath } from "../navigation/routes";
import { type MomentText, momentOf } from "../navigation/since";

/** The core's maximum. */
const MAX_MOMENTS = 500;

/** The named moments and their actions. */
export type Moments = {
  /** Those of the connection, or of all; newest first. */
  moments: readonly NamedMoment[];
  /** The connection of new ones; undefined on screens of all. */
  connection: string | undefined;
  isFull: boolean;
  add: (connection: string, name: string, at: Date) => void;
  change: (id: string, name: string, at: Date) => void;
  /** Deletes one; returns an undo function. */
  remove: (id: string) => () => void;
};

/** Those of a connection; by default, of the screen's. */
export function useMoments(of?: string): Moments {
  const current = useRouterState({ select: ({ location }) => connectionOfPath(location.href) });
  const connection = of ?? current;
  const connections = useConnections();
  const [{ moments: all }, save] = usePreferences();
  // A late undo must not restore outdated ones.
  const set = (change: (moments: readonly NamedMoment[]) => NamedMoment[]) =>
    save((now) => ({ moments: change(now.moments) }));
  const isHere = (of: string) =>
    connection === undefined ? connections.some(({ id }) => id === of) : of === connection;
  return {
    moments: all
      .filter((moment) => isHere(moment.connection))
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    connection,
    isFull: all.length >= MAX_MOMENTS,
    add: (of, name, at) =>
      set((before) => [...before, { id: `m${Date.now().toString(36)}`, connection: of, name, at: momentOf(at) }]),
    change: (id, name, at) =>
      set((before) => before.map((moment) => (moment.id === id ? { ...moment, name, at: momentOf(at) } : moment))),
    remove: (id) => {
      const moment = all.find((each) => each.id === id);
      set((before) => before.filter((each) => each.id !== id));
      return () => {
        if (moment) set((before) => [...before, moment]);
      };
    },
  };
}

/** The moment of a named one, as it is in an address. */
export function textOf({ at }: NamedMoment): MomentText {
  return momentOf(new Date(at));
}
