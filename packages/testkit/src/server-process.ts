import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';

export interface ProcessOptions {
  /** Receives every line of its log, which is its standard error. The last lines are kept in any case. */
  readonly onLog?: ((line: string) => void) | undefined;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A server that has not started after this time never will. Milliseconds. */
const START_TIMEOUT_MS = 300_000;
/** The last lines of its log, which say why it did not start. */
const LAST_LINES = 8;
/** Lines of its log that are kept. */
const KEPT_LINES = 200;

/** A real server in its own process: one that prints its address when it is listening. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #output: Interface;
  readonly #log: string[];

  private constructor(url: string, { child, output, log }: { child: ChildProcess; output: Interface; log: string[] }) {
    this.url = url;
    this.#child = child;
    this.#output = output;
    this.#log = log;
  }

  /** Resolves when the server is listening. Rejects with the end of its log if it ends before. */
  static async start(
    [program = '', ...args]: readonly string[],
    { onLog, env = {} }: ProcessOptions = {},
  ): Promise<ServerProcess> {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    });
    // Both pipes exist, as `stdio` says.
    const [stdout, stderr] = [child.stdout ?? process.stdin, child.stderr ?? process.stdin];
    const log: string[] = [];
    createInterface({ input: stderr }).on('line', (line) => {
      log.push(line);
      onLog?.(line);
      if (log.length > KEPT_LINES) log.shift();
    });
    const output = createInterface({ input: stdout });
    // With the last lines of its log, which may arrive after its exit.
    const ended = once(child, 'close').then(() => null);
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const first = await Promise.race([once(output, 'line'), ended]);
    clearTimeout(timer);
    if (first === null) {
      const why = child.signalCode === null ? `exit code ${child.exitCode}` : `ended by ${child.signalCode}`;
      throw new Error(`the server did not start (${why}): ${log.slice(-LAST_LINES).join('\n')}`);
    }
    const [url] = /(https?|ws):\/\/[^\s]+/.exec(String(first[0])) ?? [''];
    return new ServerProcess(url, { child, output, log });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The last lines of its log. */
  get log(): readonly string[] {
    return this.#log;
  }

  /** Ends the server without a warning; resolves when it has ended. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Stops the server as an operator does; resolves when it has ended. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** The same, with a limit: resolves with the milliseconds that the stop took, `null` if the server had to be killed. */
  async stopWithin(timeoutMs: number): Promise<number | null> {
    const since = performance.now();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), timeoutMs);
    await this.stop();
    clearTimeout(timer);
    return this.#child.signalCode === 'SIGKILL' ? null : performance.now() - since;
  }

  /** Closes its standard input, for a server that ends with it; resolves when it has ended. */
  async close(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }

  /** Writes a line to its standard input; resolves with the line that the server answers. */
  async tell(command: string): Promise<string> {
    const answer = once(this.#output, 'line');
    this.#child.stdin?.write(`${command}\n`);
    const [line] = (await answer) as [string];
    return line;
  }

  /** Sends a message over the channel between the processes; resolves with the answer, `null` if the server has ended. */
  async ask(message: string): Promise<unknown> {
    const answer = once(this.#child, 'message').then(([data]: unknown[]) => data);
    this.#child.send(message);
    return Promise.race([answer, once(this.#child, 'exit').then(() => null)]);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
