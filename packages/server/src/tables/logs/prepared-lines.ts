import { failure, isLegal, NOBODY, type Result, type Seat, success } from '@tablier/core';
import { canPrepare, type MatchState } from '@tablier/match';
import { type ClientCommand, type CommandError, MAX_PREPARED, type PreparedLines } from '@tablier/protocol';
import { idFrom, sha256 } from '../../lib/chance.ts';
import { defineStream } from '@tablier/store';
import * as z from 'zod/mini';

export type Preparation = Pick<Extract<ClientCommand, { kind: 'prepare' }>, 'played' | 'line'>;

export interface StoredLine {
  readonly id: string;
  readonly plies: number;
  readonly after: string;
  /** In notation: those of all seats, from the first that was expected to the last answer. */
  readonly moves: readonly string[];
}

const refuse = (name: CommandError<'prepare'>['name'], detail?: string) =>
  failure<CommandError<'prepare'>>({ name, ...(detail !== undefined && { detail }) });

export const movesMade = ({ moves }: MatchState): readonly string[] => moves.map(({ shown }) => shown.text);

const hashAfter = (made: readonly string[], plies: number): string => sha256(made.slice(0, plies).join(' '));

/** The remaining part of a line; `null` if the match is at another position, or the line is over. */
export function restOf({ plies, after, moves }: StoredLine, made: readonly string[]): readonly string[] | null {
  const since = made.length - plies;
  if (since < 0 || since >= moves.length) return null;
  const isSame = moves.slice(0, since).every((move, index) => move === made[plies + index]);
  return isSame && hashAfter(made, plies) === after ? moves.slice(since) : null;
}

export function reachable(lines: readonly StoredLine[], made: readonly string[]): readonly StoredLine[] {
  const after = hashAfter(made, made.length);
  return lines.flatMap((line) => {
    const moves = restOf(line, made);
    return moves === null ? [] : [{ id: line.id, plies: made.length, after, moves }];
  });
}

export const shownLines = (lines: readonly StoredLine[], match: MatchState): PreparedLines => {
  const made = movesMade(match);
  return { plies: made.length, lines: reachable(lines, made).map(({ id, moves }) => ({ id, moves: [...moves] })) };
};

/** A line that continues another replaces it. Two different answers to one position contradict each other. */
export function withLine(
  lines: readonly StoredLine[],
  { match, seat }: { readonly match: MatchState; readonly seat: Seat },
  { played, line }: Preparation,
): Result<readonly StoredLine[], CommandError<'prepare'>> {
  if (!canPrepare(match.game, match.setup.options)) return refuse('not-prepared-here');
  if (match.end !== null) return refuse('match-over');
  const made = movesMade(match);
  // The match may have gone on while the command was on its way, along the line.
  const moves = restOf({ id: '', plies: played.length, after: hashAfter(played, played.length), moves: line }, made);
  if (moves === null) return refuse('position-changed');
  if (played.length === made.length && match.position.turn === seat) return refuse('your-turn');
  const seats = seatsOf(match, moves);
  if (!seats.ok) return seats;
  if (seats.value.at(-1) !== seat) return refuse('no-answer');
  const kept: StoredLine[] = [];
  for (const other of reachable(lines, made)) {
    const differs = other.moves.findIndex((move, index) => move !== moves[index]);
    // The new line ends within the other one, or both are the same.
    if (other.moves.length >= moves.length && (differs < 0 || differs >= moves.length)) return success(lines);
    if (differs >= 0 && seats.value[differs] === seat) return refuse('answered-otherwise', other.id);
    if (differs >= 0) kept.push(other);
  }
  if (kept.length >= MAX_PREPARED) return refuse('too-many-prepared', String(MAX_PREPARED));
  const id = idFrom(`prepared ${hashAfter(made, made.length)} ${moves.join(' ')}`);
  return success([...kept, { id, plies: made.length, after: hashAfter(made, made.length), moves }]);
}

function seatsOf(
  { game, position: now }: MatchState,
  moves: readonly string[],
): Result<readonly Seat[], CommandError<'prepare'>> {
  const position = now.clone();
  const seats: Seat[] = [];
  for (const text of moves) {
    const move = game.parseMove(text);
    if (move === null) return refuse('unreadable-move', text);
    if (position.turn === NOBODY || !isLegal(game, position, move)) return refuse('illegal-move', text);
    seats.push(position.turn);
    position.play(move);
  }
  return success(seats);
}

export function answerOf(lines: readonly StoredLine[], match: MatchState): string | null {
  const made = movesMade(match);
  for (const line of lines) {
    const [next] = restOf(line, made) ?? [];
    if (next !== undefined) return next;
  }
  return null;
}

/** A log of its own: the number of its events says how often the player prepared, which no one may know. */
export const PREPARED_STREAM = defineStream('prepared moves', {
  head: z.object({ kind: z.literal('prepared') }),
  events: {
    prepared: z.object({
      lines: z.array(z.object({ id: z.string(), plies: z.int(), after: z.string(), moves: z.array(z.string()) })),
    }),
  },
  // The lines belong to the seat: the log is transferred with the seat, and erased with the game or the account.
  personal: {},
});

export const preparedLog = (table: string, seat: Seat): string => `${table}-prepared${seat}`;

export function preparedOf(log: string): { readonly table: string; readonly seat: Seat } | null {
  const [, table, seat] = /^(.+)-prepared(\d{1,2})$/.exec(log) ?? [];
  return table === undefined ? null : { table, seat: Number(seat) };
}
