import {
  type FindGame,
  failure,
  formatError,
  type GameRecord,
  isObject,
  makeSetup,
  type Result,
  success,
} from '@tablier/core';
import { type Command, createMatch, decide, evolve, type MatchEvent, type MatchState } from '@tablier/match';
import { parseJson } from '../../lib/local-storage.ts';
import { isCount, SAVE_FORMAT } from './game-entry.ts';
import { type LocalSeat, parseSeats } from './seats.ts';

/** The format of the one game that earlier versions stored. It has neither names nor times. */
const OLD_FORMAT = 1;

export interface SavedGame extends Pick<GameRecord, 'game' | 'rules' | 'options' | 'players' | 'deal'> {
  readonly format: number;
  readonly seats: readonly LocalSeat[];
  readonly seed: string;
  readonly events: readonly MatchEvent[];
  readonly hints?: number;
  /** See `GameSummary`. */
  readonly thought?: number;
  /** The number of plies before which a first game has said all. Absent: it is no first game. */
  readonly guide?: number;
}

export interface LoadedGame {
  readonly saved: SavedGame;
  readonly state: MatchState;
}

interface SaveError {
  readonly name: string;
  readonly detail?: string;
}

/** Reads an untrusted saved game and replays it: every event must be the one that the match itself produces. */
export function loadGame(find: FindGame, text: string): Result<LoadedGame, SaveError> {
  const data = parseJson(text);
  if (data === undefined) return failure({ name: 'bad-json' });
  if (!isObject(data)) return failure({ name: 'bad-save', detail: 'not an object' });
  if (data['format'] !== SAVE_FORMAT && data['format'] !== OLD_FORMAT) {
    return failure({ name: 'unknown-format', detail: String(data['format']) });
  }
  return loadFields(find, data);
}

function loadFields(find: FindGame, data: Record<string, unknown>): Result<LoadedGame, SaveError> {
  const { rules, options, players, deal, seed, events } = data;
  const game = find(String(data['game']));
  if (game === undefined) return failure({ name: 'unknown-game', detail: String(data['game']) });
  if (rules !== game.rulesVersion) return failure({ name: 'unknown-rules', detail: String(rules) });
  if (!isObject(options) || typeof players !== 'number')
    return failure({ name: 'bad-save', detail: 'options, players' });
  const setup = makeSetup(game, { options, players, deal });
  if (!setup.ok) return setup;
  const seats = parseSeats(data['seats'], players);
  if (seats === null) return failure({ name: 'bad-save', detail: 'seats' });
  if (typeof seed !== 'string' || !Array.isArray(events)) return failure({ name: 'bad-save', detail: 'seed, events' });
  const state = replayEvents(createMatch(game, setup.value, LOCAL_TERMS), events);
  if (!state.ok) return state;
  const saved = { format: SAVE_FORMAT, game: game.id, rules, ...setup.value, seats, seed, ...countsOf(data) };
  return success({ saved: { ...saved, events: events as MatchEvent[] }, state: state.value });
}

/** Invalid counts are dropped, so that the game can still be read. */
function countsOf({ hints, guide, thought }: Record<string, unknown>): Pick<SavedGame, 'hints' | 'guide' | 'thought'> {
  return {
    ...(isCount(hints) && hints > 0 && { hints }),
    ...(isCount(guide) && { guide }),
    ...(isCount(thought) && { thought }),
  };
}

/** In a local game moves are taken back without asking. */
export const LOCAL_TERMS = { takeBack: 'free' } as const;

function replayEvents(start: MatchState, events: readonly unknown[]): Result<MatchState, SaveError> {
  let state = start;
  for (const [index, data] of events.entries()) {
    const bad = (detail: string) => failure({ name: 'bad-event', detail: `${index + 1}: ${detail}` });
    const command = isObject(data) ? commandOf(data) : null;
    if (command === null) return bad('unknown');
    const decided = decide(state, command);
    if (!decided.ok) return bad(formatError(decided.error));
    if (JSON.stringify(decided.value) !== JSON.stringify(data)) return bad('is not what the match gives');
    state = evolve(state, decided.value);
  }
  return success(state);
}

/** The command that produces an event; `null` for events that a local game does not have. */
function commandOf(event: Record<string, unknown>): Command | null {
  const { kind, seat, move, peek, to } = event;
  if (typeof seat !== 'number') return null;
  if (kind === 'moved' && typeof move === 'string') return { kind: 'move', seat, move };
  if (kind === 'peeked' && typeof peek === 'string') return { kind: 'peek', seat, peek };
  if (kind === 'resigned') return { kind: 'resign', seat };
  if (kind === 'draw-offered') return { kind: 'offer-draw', seat };
  if (kind === 'draw-agreed' || kind === 'draw-declined')
    return { kind: 'answer-draw', seat, accept: kind === 'draw-agreed' };
  if (kind === 'taken-back' && typeof to === 'number') return { kind: 'take-back', seat, to };
  return kind === 'aborted' ? { kind: 'abort', seat } : null;
}
