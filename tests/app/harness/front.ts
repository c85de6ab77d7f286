import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import type { Certificates } from "./certificates.ts";
import { Listener } from "./listener.ts";

/** Behaviors of a front: valid, expired, wrong name, outdated TLS, plain text, silence, or no accepted connection. */
export type Manner = "good" | "expired" | "elsewhere" | "old" | "plain" | "silent" | "closed";

/** An https endpoint on `localhost` that forwards to a service, or fails on request. */
export class Front {
  readonly #listener = new Listener((socket) => this.#take(socket));
  readonly #contexts: Record<Exclude<Manner, "plain" | "silent" | "closed">, SecureContext>;
  readonly #behind: number;
  #manner: Manner = "good";

  private constructor(behind: number, { good, expired, elsewhere }: Certificates) {
    this.#behind = behind;
    this.#contexts = {
      good: createSecureContext(good),
      expired: createSecureContext(expired),
      elsewhere: createSecureContext(elsewhere),
      old: createSecureContext({ ...good, minVersion: "TLSv1", maxVersion: "TLSv1.1" }),
    };
  }

  /** Opens one in front of a port. */
  static async open(behind: number, certificates: Certificates) {
    const front = new Front(behind, certificates);
    await front.#listener.open();
    return front;
  }

  get port() {
    return this.#listener.port;
  }

  /** The base address to connect to. */
  get baseUrl() {
    return `https://localhost:${this.port}`;
  }

  /** Changes the behavior, also of open connections. */
  async play(manner: Manner) {
    const wasClosed = this.#manner === "closed";
    this.#manner = manner;
    this.#listener.hangUp();
    if (manner === "closed") await this.#listener.close();
    else if (wasClosed) await this.#listener.open();
  }

  close() {
    return this.#listener.close();
  }

  #take(socket: Socket) {
    const manner = this.#manner;
    if (manner === "silent" || manner === "closed") return;
    if (manner === "plain") {
      socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const secure = new TLSSocket(socket, { isServer: true, secureContext: this.#contexts[manner] });
    const behind = connect(this.#behind, "127.0.0.1");
    for (const end of [secure, behind]) this.#listener.keep(end);
    join(secure, behind);
  }
}

/** Pipes two sockets into each other; closing one closes both. */
export function join(one: Socket, other: Socket) {
  // Broken connections are expected.
  pipeline(one, other, () => {});
  pipeline(other, one, () => {});
}
