import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The address at which nodes find PostgreSQL, whichever server is the primary: as a proxy or a virtual address of an operator. */
export class PrimaryAddress {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The port of the primary; 0 if there is none. */
  #primary = 0;

  static async open(): Promise<PrimaryAddress> {
    const address = new PrimaryAddress();
    await once(address.#server.listen(0, '127.0.0.1'), 'listening');
    return address;
  }

  private constructor() {
    this.#server = createServer((client) => this.#pass(client));
  }

  /** Leads to another primary from now on. Returns the address of its database `url` through this one. */
  lead(primary: number, url = ''): string {
    this.#primary = primary;
    const { port } = this.#server.address() as AddressInfo;
    return url.replace(`:${primary}/`, `:${port}/`);
  }

  /** The primary is gone, with all connections. */
  cut(): void {
    this.#primary = 0;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #pass(client: Socket): void {
    if (this.#primary === 0) return void client.destroy();
    const upstream = connect({ port: this.#primary, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from
        .on('error', () => undefined)
        .on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  }
}
