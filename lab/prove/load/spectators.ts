import type { RawConnection } from '@tablier/testkit/online';
import { percentilesOf, rounded, settled } from '../lib/figures.ts';
import type { MatchUp } from './match-up.ts';

/** A move, and how many spectators have not seen it yet. */
interface Spreading {
  readonly at: number;
  missing: number;
}

/** Connections that watch one game. They read the version of each update and nothing else. */
export class Spectators {
  readonly #connections: readonly RawConnection[];
  readonly #table: string;
  readonly #moves = new Map<number, Spreading>();
  readonly #spreads: number[] = [];
  #waiting: number;

  constructor(connections: readonly RawConnection[], matchUp: MatchUp) {
    this.#connections = connections;
    this.#table = matchUp.table;
    this.#waiting = connections.length;
    matchUp.onMove = (version, at) => {
      if (matchUp.table === this.#table) this.#moves.set(version, { at, missing: connections.length });
    };
  }

  /** All begin to watch; whether all of them see the table within `timeoutMs`. */
  arrive(timeoutMs: number): Promise<boolean> {
    for (const connection of this.#connections) {
      connection.onText = (text) => this.#received(text);
      connection.send(JSON.stringify({ kind: 'watch', table: this.#table, moves: true }));
    }
    return settled(() => this.#waiting <= 0, timeoutMs);
  }

  /** Whether every spectator has seen every move. */
  get haveAll(): boolean {
    return [...this.#moves.values()].every(({ missing }) => missing === 0);
  }

  get figures(): { spectators: number; moves: number; p50: number; p95: number; most: number } {
    const { p50, p95 } = percentilesOf(this.#spreads);
    const most = rounded(Math.max(0, ...this.#spreads));
    return { spectators: this.#connections.length, moves: this.#spreads.length, p50, p95, most };
  }

  #received(text: string): void {
    if (text.startsWith('{"kind":"table"')) this.#waiting--;
    const move = this.#moves.get(versionOf(text));
    if (move === undefined || --move.missing > 0) return;
    this.#spreads.push(performance.now() - move.at);
  }
}

/** The version that an update leads to: each change adds one. */
function versionOf(text: string): number {
  const [, version, from] =
    /^\{"kind":"\w+","table":(?:\{"id":"[\w-]+","version":(\d+)|"[\w-]+","from":(\d+))/.exec(text) ?? [];
  return version === undefined ? Number(from ?? -2) + 1 : Number(version);
}
