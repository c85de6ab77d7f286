import type {
  Calls,
  Certificates,
  Connection,
  ConnectionDraft,
  FieldProblem,
  Network,
  NetworkDraft,
  Report,
  Start,
} from "../contract";
import { type CallName, makeProblem, ProblemError, usualNetwork } from "../host";
import {
  baseText,
  fakeCheck,
  readBase,
  readCertificates,
  unknownGeneration,
  wholeGeneration,
  whyKeyIsNeeded,
  wrongSettings,
} from "./connections";

export type ConnectionCall = Extract<
  CallName,
  `connection_${string}` | "connections_list" | "base_check" | "ca_file_choose" | "sample_open"
>;
type Handlers = { [N in ConnectionCall]: (request: Calls[N]["request"]) => Calls[N]["answer"] };

type Around = {
  /** Has the connections. */
  start: Start;
  /** Throws if there is no keychain. */
  useKeychain: () => void;
  /** The file picked by the user. */
  chosenFile: () => string | null;
  reports: () => readonly Report[];
  /** Deletes a connection's data. */
  forget: (id: string) => void;
};

/** Tests, saves, and removes connections in memory. */
export class FakeConnections {
  readonly #around: Around;
  readonly #certificates: Certificates[] = [];
  readonly #replaced = new Map<string, Connection>();
  #made = 0;

  constructor(around: Around) {
    this.#around = around;
  }

  readonly handlers: Handlers = {
    base_check: ({ url }) => {
      const base = readBase({ base_url: url, allow_insecure: true });
      if (!(base instanceof URL)) {
        throw new ProblemError(makeProblem("invalid_input", { fields: [{ field: "url", reason: base }] }));
      }
      return { url: baseText(base), left_out: /(\/api(\/v1)?)\/*$/.exec(url.trim())?.[1] ?? null };
    },
    connections_list: () => this.#around.start.connections,
    connection_test: (draft) => fakeCheck(draft, this.#find(draft.id), this.#around.reports().length),
    connection_save: (draft) => this.#save(draft),
    connection_undo: ({ id }) => {
      const earlier = this.#replaced.get(id);
      if (!earlier) throw new ProblemError(makeProblem("connection_unknown"));
      this.#replaced.delete(id);
      return this.#replace(earlier);
    },
    connection_remove: ({ id, leave_key }) => {
      if (this.known(id).key === "keychain" && !leave_key) this.#around.useKeychain();
      this.#around.start.connections = this.#around.start.connections.filter((connection) => connection.id !== id);
      this.#around.forget(id);
      return null;
    },
    ca_file_choose: () => {
      const file = this.#around.chosenFile();
      if (file === null) return null;
      const certificates = readCertificates(file);
      return { file: this.#certificates.push(certificates), certificates };
    },
    sample_open: () => {
      const sample: Connection = {
        id: "sample",
        name: "Sample workspace",
        base_url: "http://127.0.0.1:40123",
        allow_insecure: false,
        sample: true,
        key: "memory",
        network: usualNetwork,
        generation: wholeGeneration,
      };
      if (!this.#find("sample")) this.#around.start.connections = [...this.#around.start.connections, sample];
      return sample;
    },
  };

  #find(id: string | null): Connection | undefined {
    return this.#around.start.connections.find((connection) => connection.id === id);
  }

  /** The connection; throws if it doesn't exist. */
  known(id: string): Connection {
    const connection = this.#find(id);
    if (!connection) throw new ProblemError(makeProblem("connection_unknown"));
    return connection;
  }

  #replace(connection: Connection): Connection {
    const { start } = this.#around;
    start.connections = start.connections.map((other) => (other.id === connection.id ? connection : other));
    return connection;
  }

  #save(draft: ConnectionDraft): Connection {
    const earlier = draft.id === null ? undefined : this.known(draft.id);
    const { name, base_url, key } = checked(draft, earlier);
    if (key && draft.key_place === "keychain") this.#around.useKeychain();
    if (earlier && draft.service === "another") this.#replaced.set(earlier.id, earlier);
    const connection: Connection = {
      id: earlier?.id ?? `c${this.#around.start.connections.length + 1}-${++this.#made}`,
      name,
      base_url,
      allow_insecure: draft.allow_insecure,
      sample: false,
      key: key ? draft.key_place : (earlier?.key ?? "missing"),
      network: this.#network(draft.network, earlier),
      generation: earlier && draft.service !== "another" ? earlier.generation : unknownGeneration,
    };
    if (earlier) return this.#replace(connection);
    this.#around.start.connections = [...this.#around.start.connections, connection];
    return connection;
  }

  #network({ certificates: choice, ...network }: NetworkDraft, earlier: Connection | undefined): Network {
    const certificates =
      choice.kind === "chosen"
        ? (this.#certificates[choice.file - 1] ?? null)
        : choice.kind === "kept"
          ? (earlier?.network.certificates ?? null)
          : null;
    return { ...network, certificates };
  }
}

/** The fields of a draft that can be saved; throws what is wrong with it. */
function checked(draft: ConnectionDraft, earlier: Connection | undefined) {
  const fields: FieldProblem[] = [];
  const name = draft.name.trim();
  if (name === "") fields.push({ field: "name", reason: { kind: "required" } });
  else if ([...name].length > 100) fields.push({ field: "name", reason: { kind: "too_long", limit: 100 } });
  const base = readBase(draft);
  if (!(base instanceof URL)) fields.push({ field: "base_url", reason: base });
  const key = draft.key?.trim() || null;
  const needed = key ? undefined : whyKeyIsNeeded(draft, earlier, base);
  if (needed) fields.push({ field: "key", reason: needed });
  fields.push(...wrongSettings(draft.network));
  if (!(base instanceof URL) || fields.length > 0) throw new ProblemError(makeProblem("invalid_input", { fields }));
  const base_url = baseText(base);
  if (earlier && earlier.base_url !== base_url && draft.service === null) {
    throw new ProblemError(makeProblem("service_unclear"));
  }
  return { name, base_url, key };
}
