import { ascending, percentile, settled } from '../lib/figures.ts';
import type { LightLine } from './light-line.ts';
import type { MatchUp } from './match-up.ts';

/** A move, and how many have yet to see it. */
interface Spreading {
  readonly at: number;
  missing: number;
}

/** Lines that watch one game. They read the version of each update and nothing else. */
export class Spectators {
  readonly #lines: readonly LightLine[];
  readonly #table: string;
  readonly #moves = new Map<number, Spreading>();
  readonly #spreads: number[] = [];
  #waiting: number;

  constructor(lines: readonly LightLine[], matchUp: MatchUp) {
    this.#lines = lines;
    this.#table = matchUp.table;
    this.#waiting = lines.length;
    matchUp.onMove = (version, at) => {
      if (matchUp.table === this.#table) this.#moves.set(version, { at, missing: lines.length });
    };
  }

  /** All begin to watch; whether all of them see the table within so many milliseconds. */
  arrive(patience: number): Promise<boolean> {
    for (const line of this.#lines) {
      line.onText = (text) => this.#received(text);
      line.send(JSON.stringify({ kind: 'watch', table: this.#table }));
    }
    return settled(() => this.#waiting <= 0, patience);
  }

  /** Whether every move was seen by every one of them. */
  get haveAll(): boolean {
    return [...this.#moves.values()].every(({ missing }) => missing === 0);
  }

  get figures(): { spectators: number; moves: number; p50: number; p95: number; most: number } {
    const sorted = ascending(this.#spreads);
    const [p50, p95, most] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 1)];
    return { spectators: this.#lines.length, moves: sorted.length, p50, p95, most };
  }

  #received(text: string): void {
    if (text.startsWith('{"kind":"table"')) this.#waiting--;
    if (!text.startsWith('{"kind":"changed"')) return;
    const move = this.#moves.get(Number(/"version":\[(\d+)/.exec(text)?.[1] ?? -1));
    if (move === undefined || --move.missing > 0) return;
    this.#spreads.push(performance.now() - move.at);
  }
}
