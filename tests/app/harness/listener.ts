import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A loopback port that is listened on in this process, and everybody who is connected to it. */
export class Listener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  /** @param take what to do with a new connection; whatever breaks it afterwards is nothing to report */
  constructor(take: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.keep(socket);
      take(socket);
    });
  }

  /** The port: the same after {@link close} and {@link open}. */
  get port() {
    return this.#port;
  }

  /** Has a socket end with the listener's own. */
  keep(socket: Socket) {
    this.#sockets.add(socket);
    socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
  }

  /** Listens. */
  async open() {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as { port: number }).port;
  }

  /** Ends the connections that there are. */
  hangUp() {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Listens no more: who connects is refused. */
  async close() {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.hangUp();
    await closed;
  }
}
