import { createInterface, type Interface } from 'node:readline';

/** Reads typed lines one by one; lines typed ahead, or from a pipe, are queued. */
export class Keyboard {
  private readonly lines: string[] = [];
  private readonly terminal: Interface;
  private waiting: ((line: string | null) => void) | null = null;
  private closed = false;

  constructor() {
    const { stdin, stdout } = process;
    this.terminal = createInterface({ input: stdin, output: stdout, terminal: stdin.isTTY && stdout.isTTY });
    this.terminal.on('line', (line) => this.arrive(line));
    this.terminal.on('SIGINT', () => this.terminal.close());
    this.terminal.on('close', () => this.end());
  }

  /** Whether there is no more input: it has ended, or Ctrl-C was typed. */
  get isClosed(): boolean {
    return this.closed && this.lines.length === 0;
  }

  /** The next line; `null` if there is no more input. */
  async prompt(prompt: string): Promise<string | null> {
    const typed = this.lines.shift();
    if (typed !== undefined || this.closed) {
      process.stdout.write(`${prompt}\n`);
      return typed ?? null;
    }
    this.terminal.setPrompt(prompt);
    this.terminal.prompt();
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  close(): void {
    this.terminal.close();
  }

  private arrive(line: string): void {
    if (this.waiting === null) this.lines.push(line);
    else this.answer(line);
  }

  private end(): void {
    this.closed = true;
    if (this.waiting !== null) this.answer(null);
  }

  private answer(line: string | null): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(line);
  }
}
