import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "./front.ts";
import { Listener } from "./listener.ts";

/** A proxy for https: it joins whoever asks with a port of this computer, or refuses to. */
export class WebProxy {
  /** Where it was asked to lead, oldest first: host and port. */
  readonly asked: string[] = [];
  /** Whether it wants a password, which it then never gets. */
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

  /** Opens one on a free port. */
  static async open() {
    const proxy = new WebProxy();
    await proxy.#listener.open();
    return proxy;
  }

  /** Its address. */
  get address() {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  /** Ends it. */
  close() {
    return this.#listener.close();
  }
}
