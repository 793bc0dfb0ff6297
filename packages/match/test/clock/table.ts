import { type Game, legalMoveTexts, makeSetup, SeededRng, type Options } from '@tablier/core';
import { isaac } from '@tablier/games';
import {
  type ClockTerms,
  type Command,
  createMatch,
  decide,
  evolve,
  type HostCommand,
  type MatchState,
  type TakeBackPolicy,
} from '@tablier/match';

export interface Begin {
  readonly game?: Game;
  readonly players?: number;
  readonly options?: Record<string, unknown>;
  readonly clock?: ClockTerms;
  readonly takeBack?: TakeBackPolicy;
}

export const FISCHER: ClockTerms = { system: 'fischer', base: 60, increment: 5 };

export function fresh({
  game = isaac,
  players,
  options = {},
  clock = FISCHER,
  takeBack = 'asked',
}: Begin = {}): MatchState {
  const seats = players ?? (game.players[0] as number);
  const defaults = makeSetup(game, { options, players: seats, deal: dealOf(game, options, seats) });
  if (!defaults.ok) throw new Error(`${defaults.error.name} ${defaults.error.detail}`);
  return createMatch(game, defaults.value, { takeBack, clock });
}

function dealOf(game: Game, given: Record<string, unknown>, players: number): unknown {
  const options = Object.fromEntries(Object.entries(game.options).map(([name, spec]) => [name, spec.default]));
  return game.deals.draw({ ...options, ...given } as Options, players, new SeededRng('clock'));
}

export function after(state: MatchState, ...commands: (Command | HostCommand)[]): MatchState {
  return commands.reduce((current, command) => {
    const decided = decide(current, command);
    if (!decided.ok) throw new Error(`${command.kind}: ${decided.error.name} ${decided.error.detail ?? ''}`);
    return evolve(current, decided.value);
  }, state);
}

export const answer = (state: MatchState, command: Command | HostCommand): string => {
  const decided = decide(state, command);
  return decided.ok ? decided.value.kind : decided.error.name;
};

/** The first legal move of the seat to move. */
export const anyMove = (state: MatchState, at: number, lag = 0): Command => ({
  kind: 'move',
  seat: state.position.turn,
  move: legalMoveTexts(state.game, state.position)[0] ?? 'none',
  at,
  lag,
});

export const begun = (begin: Begin = {}): MatchState => after(fresh(begin), { kind: 'start', at: 0 });
export const lefts = (state: MatchState): (number | undefined)[] => state.clock?.seats.map(({ left }) => left) ?? [];
