import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "./front.ts";
import { Listener } from "./listener.ts";

/** An https proxy that connects clients to a local port, or refuses. */
export class WebProxy {
  /** Requested destinations, oldest first: host and port. */
  readonly asked: string[] = [];
  /** Requires a password, which it never gets. */
  wantsPassword = false;
  readonly #http = createServer();
  readonly #listener = new Listener((socket) => this.#http.emit("connection", socket));

  private constructor() {
    this.#http.on("connect", ({ url = "" }, socket: Socket) => {
      this.asked.push(url);
      if (this.wantsPassword) {
        socket.end(
          "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n",
        );
        return;
      }
      const wanted = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        join(socket, wanted);
      });
      this.#listener.keep(wanted);
      wanted.once("error", () => socket.destroy());
    });
  }

  static async open() {
    const proxy = new WebProxy();
    await proxy.#listener.open();
    return proxy;
  }

  /** Its URL. */
  get address() {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  close() {
    return this.#listener.close();
  }
}
