import { canonicalJson, type Seat } from '@tablier/core';
import type { MatchView } from '@tablier/match';
import type { server as Server } from '../../lib/connection/connection.svelte.ts';
import { isObject, readJson, removeItem } from '../../lib/local-storage.ts';
import type { ClientCommand } from '@tablier/protocol';
import { fill } from '../../lib/language.ts';
import { time } from '../../lib/time.svelte.ts';
import { keepNewest } from './kept.ts';
import { MoveQueue, type QueuedGame, type QueueWishes, type Words } from './move-queue.svelte.ts';

export { loadWords } from './move-queue.svelte.ts';

/** A move of a correspondence game that the server has not confirmed. It belongs to one position and to no other. */
interface QueuedMove {
  /** In notation. */
  readonly move: string;
  readonly seat: Seat;
  /** The number of moves made before it. */
  readonly plies: number;
  /** What its player saw, as canonical JSON. */
  readonly position: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Why a queued move is not sent: the match has ended, moves were taken back, others have moved, or something else is different. */
type Outdated = 'over' | 'back' | 'on' | 'other';

/** `send`: the position is the same. `made`: the server has received it. Otherwise it is not sent; `since`: the moves made since, in notation. */
type Verdict =
  | { readonly kind: 'send' | 'made' }
  | { readonly kind: 'outdated'; readonly why: Outdated; readonly since: readonly string[] };

const positionOf = ({ view, plies, peeks }: MatchView): string => canonicalJson([plies, view, peeks]);

export const queuedAt = (match: MatchView, seat: Seat, move: string, at: number): QueuedMove => ({
  move,
  seat,
  plies: match.plies,
  position: positionOf(match),
  at,
});

export function judge({ move, seat, plies, position }: QueuedMove, match: MatchView): Verdict {
  if (match.end === null && positionOf(match) === position) return { kind: 'send' };
  const since = match.moves.filter(({ ply }) => ply > plies);
  const next = since.find(({ ply }) => ply === plies + 1);
  if (next?.seat === seat && next.text === move) return { kind: 'made' };
  const why = match.end !== null ? 'over' : match.plies < plies ? 'back' : match.plies > plies ? 'on' : 'other';
  return { kind: 'outdated', why, since: since.map(({ text }) => text) };
}

const PREFIX = 'tablier.queued.';
export function readQueued(table: string): QueuedMove | null {
  const data = readJson(PREFIX + table);
  return isQueued(data) ? data : null;
}

export const writeQueued = (table: string, queued: QueuedMove): boolean => keepNewest(PREFIX, table, queued);

function isQueued(data: unknown): data is QueuedMove {
  if (!isObject(data)) return false;
  const { move, seat, plies, position, at } = data;
  return (
    typeof move === 'string' &&
    typeof position === 'string' &&
    Number.isInteger(seat) &&
    Number.isInteger(plies) &&
    typeof at === 'number'
  );
}

/** The table of the queue, as far as it needs it. Reads are reactive. */
interface QueuedTable extends QueuedGame {
  readonly you: Seat | null;
  /** The last command, if it was not answered: the server may or may not have executed it. */
  readonly unconfirmed: unknown;
  do(command: ClientCommand): Promise<void>;
}

type QueueServer = Pick<typeof Server, 'state' | 'isCurrent'>;

/** The queue of an online game. In a correspondence game each move is stored until the server has answered, and waits for a connection. */
export class TableQueue extends MoveQueue {
  /** A move that waits for a connection; from an earlier visit, too. */
  waiting: QueuedMove | null = $state.raw(null);
  outdated: { readonly move: string; readonly verdict: Extract<Verdict, { kind: 'outdated' }> } | null =
    $state.raw(null);
  readonly #table: QueuedTable;
  readonly #server: QueueServer;

  constructor(table: QueuedTable, connection: QueueServer, words: Words) {
    super(table, words);
    this.#table = table;
    this.#server = connection;
    this.waiting = readQueued(table.id);
  }

  /** `move`: in notation. */
  keep(move: string): void {
    const { id, you, match } = this.#table;
    if (you === null) return;
    const queued = queuedAt(match, you, move, time.now);
    writeQueued(id, queued);
    if (this.#isOnline) void this.#send(queued);
    else this.waiting = queued;
  }

  /** Sends the waiting move if the newest position is that of the choice; otherwise `outdated` says what changed. Premoves come after it. */
  override follow(wishes: QueueWishes): void {
    if (this.waiting === null) return super.follow(wishes);
    const { waiting } = this;
    const { id, you, match } = this.#table;
    if (!this.#isOnline || !this.#server.isCurrent(id)) return;
    this.waiting = null;
    // Another person uses this browser now.
    if (you !== waiting.seat) return;
    const verdict = judge(waiting, match);
    if (verdict.kind === 'send') return void this.#send(waiting);
    removeItem(PREFIX + id);
    if (verdict.kind === 'outdated') this.outdated = { move: waiting.move, verdict };
  }

  /** Why a move that was chosen offline was not sent, in words; `null` once it has been read. */
  get outdatedText(): string | null {
    if (this.outdated === null) return null;
    const { words } = this;
    const { move, verdict } = this.outdated;
    const { why, since } = verdict;
    const made = since.length === 0 ? [] : [fill(words.queued_since, { moves: since.join(', ') })];
    return [fill(words[`queued_${why}`], { move }), ...made].join(' ');
  }

  get #isOnline(): boolean {
    return this.#server.state === 'open';
  }

  async #send({ move, plies }: QueuedMove): Promise<void> {
    const { id } = this.#table;
    await this.#table.do({ kind: 'act', table: id, action: { kind: 'move', move, plies } });
    if (this.#table.unconfirmed === null) removeItem(PREFIX + id);
  }
}
