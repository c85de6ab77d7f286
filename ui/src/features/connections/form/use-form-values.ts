import { useState } from "react";
import { usualNetwork } from "../../../host";
import type { Connection, ConnectionDraft, FieldProblem, KeyPlace, Network } from "../../../host/contract";
import { withoutCredentials } from "../../../shared/unsaved/drafts";

/** Network fields, including disabled ones; seconds can be `NaN`. */
export type NetworkValues = {
  proxy: Network["proxy"]["kind"];
  /** The URL of a custom proxy. */
  proxyAddress: string;
  caFile: string;
  seconds: Seconds;
};

/** How long to wait, by the name of the field. */
type Seconds = Pick<Network, "connect_seconds" | "read_seconds" | "write_seconds">;

/** Maximum seconds of each timeout; the minimum is 1. */
export const MOST_SECONDS: Seconds = { connect_seconds: 120, read_seconds: 600, write_seconds: 600 };

/** Network fields, by their contract names. */
export const NETWORK_FIELDS = ["proxy", "ca_file", "connect_seconds", "read_seconds", "write_seconds"] as const;

export type FormValues = {
  name: string;
  address: string;
  key: string;
  /** A key is being entered, replacing a saved one. */
  isEnteringKey: boolean;
  isInsecureAllowed: boolean;
  network: NetworkValues;
};

/** The draft of a form, never with its key. */
export type KeptValues = Omit<FormValues, "key" | "isEnteringKey">;

/** The values of the form as it is before anything is typed into it. */
export function firstValues(initial: Connection | undefined, isForKey: boolean): FormValues {
  return {
    name: initial?.name ?? "",
    address: initial?.base_url ?? "",
    key: "",
    isEnteringKey: !initial || isForKey,
    isInsecureAllowed: initial?.allow_insecure ?? false,
    network: networkValues(initial?.network ?? usualNetwork),
  };
}

/** The form's values, and a function to change some. */
export function useFormValues(first: () => FormValues) {
  const [values, setValues] = useState(first);
  const set = (change: Partial<FormValues>) => setValues((before) => ({ ...before, ...change }));
  return [values, set] as const;
}

/** The draft to store. */
export function toKeep({ key: _, isEnteringKey: __, ...values }: FormValues): KeptValues {
  const { network } = values;
  return {
    ...values,
    address: withoutCredentials(values.address),
    network: { ...network, proxyAddress: withoutCredentials(network.proxyAddress) },
  };
}

/** Reads what was kept. */
export function readKept(value: unknown): KeptValues | undefined {
  const { name, address, isInsecureAllowed, network } = (value ?? {}) as Partial<Record<keyof KeptValues, unknown>>;
  const { proxy, proxyAddress, caFile, seconds } = (network ?? {}) as Partial<Record<keyof NetworkValues, unknown>>;
  const texts = { name, address, proxyAddress, caFile };
  if (!hasTexts(texts) || typeof isInsecureAllowed !== "boolean") return undefined;
  if (proxy !== "system" && proxy !== "direct" && proxy !== "own") return undefined;
  // JSON has no `NaN`.
  const read = (field: keyof Seconds) => {
    const number = (seconds as Partial<Record<keyof Seconds, unknown>> | undefined)?.[field];
    return typeof number === "number" ? number : Number.NaN;
  };
  return {
    name: texts.name,
    address: texts.address,
    isInsecureAllowed,
    network: {
      proxy,
      proxyAddress: texts.proxyAddress,
      caFile: texts.caFile,
      seconds: {
        connect_seconds: read("connect_seconds"),
        read_seconds: read("read_seconds"),
        write_seconds: read("write_seconds"),
      },
    },
  };
}

function hasTexts<K extends string>(values: Record<K, unknown>): values is Record<K, string> {
  return Object.values(values).every((value) => typeof value === "string");
}

/** Whether an address asks for plain http, which may have to be allowed. */
export function isPlainHttp(address: string): boolean {
  return /^\s*http:/i.test(address);
}

/** True for addresses on this computer. */
export function toDraft(id: string | null, values: FormValues, key_place: KeyPlace): ConnectionDraft {
  const { name, address, key, isEnteringKey, isInsecureAllowed, network } = values;
  return {
    id,
    name,
    base_url: address,
    allow_insecure: isInsecureAllowed && isPlainHttp(address),
    key: isEnteringKey && key.trim() !== "" ? key : null,
    key_place,
    network: {
      proxy: network.proxy === "own" ? { kind: "own", address: network.proxyAddress.trim() } : { kind: network.proxy },
      ca_file: network.caFile.trim() || null,
      ...network.seconds,
    },
  };
}

/** Invalid timeouts, which the core couldn't parse. */
export function wrongSeconds({ seconds }: NetworkValues): FieldProblem[] {
  return (["connect_seconds", "read_seconds", "write_seconds"] as const)
    .filter(
      (field) => !(Number.isInteger(seconds[field]) && seconds[field] >= 1 && seconds[field] <= MOST_SECONDS[field]),
    )
    .map((field) => ({ field, reason: { kind: "out_of_range", least: 1, most: MOST_SECONDS[field] } }));
}

/** True if network settings differ from the defaults. */
export function isUnusual(network: Network): boolean {
  const { proxy, ca_file, connect_seconds, read_seconds, write_seconds } = network;
  return (
    proxy.kind !== usualNetwork.proxy.kind ||
    ca_file !== usualNetwork.ca_file ||
    connect_seconds !== usualNetwork.connect_seconds ||
    read_seconds !== usualNetwork.read_seconds ||
    write_seconds !== usualNetwork.write_seconds
  );
}

function networkValues({ proxy, ca_file, connect_seconds, read_seconds, write_seconds }: Network): NetworkValues {
  return {
    proxy: proxy.kind,
    proxyAddress: proxy.kind === "own" ? proxy.address : "",
    caFile: ca_file ?? "",
    seconds: { connect_seconds, read_seconds, write_seconds },
  };
}
