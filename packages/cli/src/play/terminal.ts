import type { Ink, Span, TextBoard } from '@tablier/games';
import { createInterface, type Interface } from 'node:readline';
import pc from 'picocolors';

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

type Paint = (text: string) => string;

/** The look of each ink. picocolors omits colours if NO_COLOR is set or the terminal does not support them. */
const INKS: Readonly<Record<Ink, Paint>> = {
  seat0: (text) => pc.bold(pc.cyan(text)),
  seat1: (text) => pc.bold(pc.yellow(text)),
  seat2: (text) => pc.bold(pc.magenta(text)),
  seat3: (text) => pc.bold(pc.green(text)),
  neutral: pc.white,
  label: pc.dim,
  faint: pc.dim,
  strong: pc.bold,
  red: pc.red,
  yellow: pc.yellow,
  green: pc.green,
  blue: pc.blue,
  purple: pc.magenta,
  white: pc.whiteBright,
};

/** A piece is a block of its colour. */
function paint(span: Span): string {
  if (typeof span === 'string') return span;
  const [text, ink, as] = span;
  return as === 'piece' ? pc.inverse(INKS[ink](text)) : INKS[ink](text);
}

export function paintBoard(board: TextBoard): string {
  return board.map((line) => line.map(paint).join('').trimEnd()).join('\n');
}

/** Words in columns as wide as the widest, filling lines of `width` characters. */
export function inColumns(words: readonly string[], width: number): string {
  const cell = Math.max(...words.map((word) => word.length)) + 2;
  const perLine = Math.max(1, Math.trunc(width / cell));
  const lines: string[] = [];
  for (let from = 0; from < words.length; from += perLine) {
    lines.push(
      words
        .slice(from, from + perLine)
        .map((word) => word.padEnd(cell))
        .join('')
        .trimEnd(),
    );
  }
  return lines.join('\n');
}

/** Clears a terminal and its scrollback, so the next player sees nothing of the previous one. */
export const WIPE = '\u001b[2J\u001b[3J\u001b[H';

export const CLEAR_LINE = '\r\u001b[K';
