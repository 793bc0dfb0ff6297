import type { Game, Setup } from './game.ts';
import type { GameRecord, Replay } from './record.ts';
import type { Seat } from './vocabulary.ts';

/** A look that the rules allowed during a turn; what was seen follows from the position. */
export interface RecordedPeek {
  /** After how many moves. */
  readonly after: number;
  readonly seat: Seat;
  readonly peek: string;
}

/** A record as it is stored and sent: the fields named here and in `GameRecord`, and no others. */
export interface KeptRecord extends GameRecord {
  /** Absent where nobody peeked. */
  readonly peeks?: readonly RecordedPeek[];
}

/** The declared fields of a record; whatever else it holds is left out. Looks at the form alone, not at the rules. */
export function knownFields(record: GameRecord): KeptRecord {
  const { format, game, rules, options, players, deal, moves, counts, end } = record;
  const peeks = peeksOf(record);
  return {
    format,
    game,
    rules,
    options,
    players,
    deal,
    moves,
    ...(counts === undefined ? {} : { counts }),
    ...(end === undefined ? {} : { end: { by: end.by, scores: end.scores, places: end.places } }),
    ...(peeks.length === 0 ? {} : { peeks }),
  };
}

/**
 * What is kept of a record of unknown origin that held: nothing that the rules do not account for. Options and deal are in
 * their canonical form, moves in that of the game's notation, and peeks are those that the rules allowed.
 */
export function keptRecord({ game, record, setup }: Replay): KeptRecord {
  const { peeks: _, ...known } = knownFields(record);
  const peeks = allowedPeeks(game, setup, record);
  const moves = record.moves.map((text) => canonicalMove(game, text));
  const kept = { ...known, options: setup.options, deal: setup.deal, moves };
  return peeks.length === 0 ? kept : { ...kept, peeks };
}

function canonicalMove(game: Game, text: string): string {
  const move = game.parseMove(text);
  return move === null ? text : game.formatMove(move);
}

function allowedPeeks(game: Game, setup: Setup, record: GameRecord): readonly RecordedPeek[] {
  const { peeks: rules } = game;
  const asked = peeksOf(record);
  if (rules === undefined || asked.length === 0) return [];
  const position = game.start(setup);
  const allowed: RecordedPeek[] = [];
  for (let ply = 0; ply <= record.moves.length; ply++) {
    const here = asked.filter(({ after, seat }) => after === ply && seat === position.turn);
    const places = here.length === 0 ? [] : rules.list(position);
    allowed.push(...here.filter(({ peek }) => places.includes(peek)));
    const move = game.parseMove(record.moves[ply] ?? '');
    if (move !== null) position.play(move);
  }
  return allowed;
}

/** The peeks of a record; whatever has not their form is passed over. */
function peeksOf(record: GameRecord): readonly RecordedPeek[] {
  const peeks: unknown = Object.entries(record).find(([name]) => name === 'peeks')?.[1];
  return Array.isArray(peeks) ? peeks.filter(isPeek).map(({ after, seat, peek }) => ({ after, seat, peek })) : [];
}

const isPeek = (item: unknown): item is RecordedPeek =>
  typeof item === 'object' &&
  item !== null &&
  'after' in item &&
  'seat' in item &&
  'peek' in item &&
  Number.isInteger(item.after) &&
  Number.isInteger(item.seat) &&
  typeof item.peek === 'string';
