import { useState } from "react";
import { usualNetwork } from "../../../host";
import type {
  CertificateChoice,
  Certificates,
  Connection,
  ConnectionDraft,
  FieldProblem,
  KeyPlace,
  Network,
  ServiceChoice,
} from "../../../host/contract";
import { withoutCredentials } from "../../../shared/unsaved/drafts";

/** Network fields, including disabled ones; seconds can be `NaN`. */
export type NetworkValues = {
  proxy: Network["proxy"]["kind"];
  /** The URL of a custom proxy. */
  proxyAddress: string;
  certificates: CertificateValues;
  seconds: Seconds;
};

/** Additional trusted certificates, and how they are shown. */
export type CertificateValues = { choice: CertificateChoice; shown: Certificates | null };

type Seconds = Pick<Network, "connect_seconds" | "read_seconds" | "write_seconds">;

/** Maximum seconds of each timeout; the minimum is 1. */
export const MAX_SECONDS: Seconds = { connect_seconds: 120, read_seconds: 600, write_seconds: 600 };

/** Characters of a connection's name. */
const MAX_NAME = 100;

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
export type KeptValues = Omit<FormValues, "key" | "isEnteringKey" | "network"> & { network: KeptNetwork };

/** A picked file's number is valid only until the app closes. */
type KeptNetwork = Omit<NetworkValues, "certificates">;

/** The initial values of the form. */
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
  const { certificates: ___, ...kept } = values.network;
  return {
    ...values,
    address: withoutCredentials(values.address),
    network: { ...kept, proxyAddress: withoutCredentials(kept.proxyAddress) },
  };
}

/** Merges a draft into the initial values. */
export function withKept(first: FormValues, kept: KeptValues | undefined): FormValues {
  return kept ? { ...first, ...kept, network: { ...first.network, ...kept.network } } : first;
}

/** True if the form differs from its initial values. */
export function isChangedFrom(first: FormValues, values: FormValues): boolean {
  return (
    JSON.stringify(toKeep(values)) !== JSON.stringify(toKeep(first)) ||
    values.network.certificates.choice.kind !== "kept"
  );
}

export function readKept(value: unknown): KeptValues | undefined {
  const { name, address, isInsecureAllowed, network } = (value ?? {}) as Partial<Record<keyof KeptValues, unknown>>;
  const { proxy, proxyAddress, seconds } = (network ?? {}) as Partial<Record<keyof NetworkValues, unknown>>;
  const texts = { name, address, proxyAddress };
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

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

function urlOf(address: string): URL | null {
  const typed = address.trim();
  return URL.parse(SCHEME.test(typed) ? typed : `https://${typed}`);
}

/** True for addresses on this computer. */
function isLocal(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(urlOf(address)?.hostname ?? "");
}

/** The service's home page, once the URL is complete: without credentials and the interface's path. */
export function homeOf(address: string): { host: string; url: string } | null {
  const url = urlOf(address);
  const isWhole = url && (SCHEME.test(address.trim()) || isLocal(address) || /\../.test(url.hostname));
  if (!isWhole || !/^https?:$/.test(url.protocol)) return null;
  const path = url.pathname.replace(/(\/api(\/v1)?)?\/*$/, "/");
  const scheme = isLocal(address) && !SCHEME.test(address.trim()) ? "http:" : url.protocol;
  return { host: url.host, url: `${scheme}//${url.host}${path}` };
}

/** A name from the URL's host, such as Brightleaf from seo.brightleaf.example; empty until the URL is complete. */
export function nameFrom(address: string): string {
  if (!homeOf(address)) return "";
  // As typed: the parsed host of an international name is encoded.
  const host = address
    .trim()
    .replace(SCHEME, "")
    .replace(/[/?#].*$/, "")
    .replace(/^.*@/, "");
  const labels = host.replace(/:\d*$/, "").split(".");
  if (isLocal(address) || /^[\d.:[]/.test(host)) return host;
  const [third = "", second = "", last = ""] = ["", "", ...labels].slice(-3);
  // The name of example.co.uk is its third label from the end.
  const isShared = /^(ac|co|com|edu|gov|ne|net|or|org)$/.test(second) && last.length === 2;
  const label = (isShared && third) || second || last;
  return label.charAt(0).toLocaleUpperCase() + label.slice(1);
}

/** The name, with a number if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`;
  }
}

/** True if a key would be sent over plain HTTP, to another computer or a proxy. */
export function needsPermission({ address, network }: Pick<FormValues, "address" | "network">): boolean {
  const isNear = isLocal(address);
  const isPlain = /^\s*http:/i.test(address) || (isNear && !/^\s*[a-z]+:\/\//i.test(address));
  return isPlain && (!isNear || network.proxy === "own");
}

export function toDraft(
  id: string | null,
  values: FormValues,
  key_place: KeyPlace = "keychain",
  service: ServiceChoice | null = null,
): ConnectionDraft {
  const { name, address, key, isEnteringKey, isInsecureAllowed, network } = values;
  return {
    id,
    name: name.trim() === "" ? nameFrom(address) || address.trim().slice(0, MAX_NAME) : name,
    base_url: address,
    allow_insecure: isInsecureAllowed && needsPermission(values),
    key: isEnteringKey && key.trim() !== "" ? key : null,
    key_place,
    network: {
      proxy: network.proxy === "own" ? { kind: "own", address: network.proxyAddress.trim() } : { kind: network.proxy },
      certificates: network.certificates.choice,
      ...network.seconds,
    },
    service,
  };
}

/** Invalid timeouts, which the core couldn't parse. */
export function wrongSeconds({ seconds }: NetworkValues): FieldProblem[] {
  return (["connect_seconds", "read_seconds", "write_seconds"] as const)
    .filter(
      (field) => !(Number.isInteger(seconds[field]) && seconds[field] >= 1 && seconds[field] <= MAX_SECONDS[field]),
    )
    .map((field) => ({ field, reason: { kind: "out_of_range", least: 1, most: MAX_SECONDS[field] } }));
}

/** True if network settings differ from the defaults. */
export function isUnusual({ proxy, certificates, seconds }: NetworkValues): boolean {
  return (
    proxy !== usualNetwork.proxy.kind ||
    certificates.shown !== null ||
    seconds.connect_seconds !== usualNetwork.connect_seconds ||
    seconds.read_seconds !== usualNetwork.read_seconds ||
    seconds.write_seconds !== usualNetwork.write_seconds
  );
}

function networkValues({ proxy, certificates, ...seconds }: Network): NetworkValues {
  return {
    proxy: proxy.kind,
    proxyAddress: proxy.kind === "own" ? proxy.address : "",
    certificates: { choice: { kind: "kept" }, shown: certificates },
    seconds,
  };
}
