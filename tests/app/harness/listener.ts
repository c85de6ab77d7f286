import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A loopback port with its connections. */
export class Listener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  /** @param take called with each new connection; later socket errors are ignored */
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

  /** Destroys a socket together with the listener's own. */
  keep(socket: Socket) {
    this.#sockets.add(socket);
    socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
  }

  async open() {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as { port: number }).port;
  }

  /** Ends all open connections. */
  hangUp() {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Stops listening: new connections are refused. */
  async close() {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.hangUp();
    await closed;
  }
}
