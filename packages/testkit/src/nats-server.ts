import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

/** Debian installs it where only root looks. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;
const PROGRAM = process.env['NATS_SERVER'] ?? 'nats-server';

const READY = 'Server is ready';

/** A real NATS server on the loopback address: the package `nats-server`, or the program that `NATS_SERVER` names. */
export class NatsServer {
  readonly #port: number;
  readonly #options: readonly string[];
  #child: ChildProcess | null = null;

  /** Starts a server with further options of the program. Rejects if it is missing. */
  static async start(...options: readonly string[]): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), options);
    await server.resume();
    return server;
  }

  private constructor(port: number, options: readonly string[]) {
    this.#port = port;
    this.#options = options;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  /** The process; 0 if it is down. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Ends it without closing its connections, as a power cut does. Does nothing if it is down. */
  async halt(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again at the same address. Does nothing if it runs. */
  async resume(): Promise<void> {
    if (this.#child !== null) return;
    const child = spawn(PROGRAM, ['--addr', '127.0.0.1', '--port', String(this.#port), ...this.#options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH },
    });
    await ready(child);
    this.#child = child;
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-4000);
      if (output.includes(READY)) resolve();
    });
    child.once('error', (error) =>
      reject(new Error(`install the package nats-server, or set NATS_SERVER: ${error.message}`)),
    );
    child.once('close', () => reject(new Error(`the NATS server does not start: ${output}`)));
  });
}
