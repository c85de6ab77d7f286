import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import type { Certificates } from "./certificates.ts";
import { Listener } from "./listener.ts";

/**
 * How a front answers: `good`, with an expired certificate, with one for another name, with a TLS that is too old, with
 * plain text, with nothing at all, or not even that.
 */
export type Manner = "good" | "expired" | "elsewhere" | "old" | "plain" | "silent" | "closed";

/** A service's https address on `localhost`, which passes everything on to the service behind it, or fails as told. */
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

  /** The port. */
  get port() {
    return this.#listener.port;
  }

  /** The base address to connect to. */
  get baseUrl() {
    return `https://localhost:${this.port}`;
  }

  /** Answers in this manner from now on, also those who are connected already. */
  async play(manner: Manner) {
    const wasClosed = this.#manner === "closed";
    this.#manner = manner;
    this.#listener.hangUp();
    if (manner === "closed") await this.#listener.close();
    else if (wasClosed) await this.#listener.open();
  }

  /** Ends it. */
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

/** Passes everything on between two sockets, of which neither outlives the other. */
export function join(one: Socket, other: Socket) {
  // That one of them breaks is nothing to report.
  pipeline(one, other, () => {});
  pipeline(other, one, () => {});
}
