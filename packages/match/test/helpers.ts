import { defaultOptions, type Game, makeSetup, SeededRng } from '@tablier/core';
import { type Command, createMatch, decide, evolve, type HostCommand, type MatchState } from '@tablier/match';

/** What a test says of a match; the rest is the default of the game. */
interface GivenMatch {
  readonly options?: Readonly<Record<string, string>>;
  readonly players?: number;
  readonly takeBack?: 'free' | 'asked' | 'never';
}

/** A match before its first move, its deal drawn from a fixed seed. */
export function newMatch(game: Game, { options, players = 2, takeBack = 'never' }: GivenMatch = {}): MatchState {
  const all = { ...defaultOptions(game.options), ...options };
  const deal = game.deals.draw(all, players, new SeededRng(`${game.id} ${players}`));
  const setup = makeSetup(game, { options: all, players, deal });
  if (!setup.ok) throw new Error(setup.error.name);
  return createMatch(game, setup.value, { takeBack });
}

/** The match after commands, each of which must be allowed. */
export function after(state: MatchState, ...commands: readonly (Command | HostCommand)[]): MatchState {
  return commands.reduce((current, command) => {
    const decided = decide(current, command);
    if (!decided.ok) throw new Error(`${command.kind}: ${decided.error.name} ${decided.error.detail ?? ''}`);
    return evolve(current, decided.value);
  }, state);
}

/** The match after random legal moves, drawn from a fixed seed. */
export function afterRandomMoves(state: MatchState, count: number): MatchState {
  const rng = new SeededRng(`${state.game.id} ${count}`);
  let current = state;
  for (let made = 0; made < count; made++) {
    const { turn: seat } = current.position;
    const move = current.game.formatMove(current.position.randomMove(rng));
    current = after(current, { kind: 'move', seat, move });
  }
  return current;
}

/** The name of the error that refuses a command; `null` where the command is allowed. */
export function refusal(state: MatchState, command: Command | HostCommand): string | null {
  const decided = decide(state, command);
  return decided.ok ? null : decided.error.name;
}
