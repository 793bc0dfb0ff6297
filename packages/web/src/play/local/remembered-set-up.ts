import { completeOptions, type Game, type GameFacts, LEVELS, type Options, parseLevel } from '@tablier/core';
import { isObject, readJson, readObject, writeJson } from '../../lib/local-storage.ts';
import { isMatchChoice, levelOf, matchChoice, usualOptions, type LocalBot } from './seats.ts';
import { parseName } from '@tablier/protocol/lines';

/** What the user chose when they last began a game: players, opponents by seat on the page, who begins, and the rules. */
interface SetUpChoices {
  readonly players: number;
  /** As in `set-up/opponents.ts`. */
  readonly others: readonly string[];
  /** `drawn`, or the index of a player. */
  readonly begins: string;
  readonly options: Options;
}

const keyOf = ({ id }: GameFacts): string => `tablier.set-up.${id}`;
const MOST = 3;
const EASIEST = 1;
const DRAWN = 'drawn';

const read = (game: GameFacts): Readonly<Record<string, unknown>> => readObject(keyOf(game));

/** The choices for the next game. A missing or invalid one gets its default: the fewest players, the easiest bots, drawn seats. */
export function rememberedSetUp(game: Game): SetUpChoices {
  return {
    players: playersOf(game),
    others: rememberedOthers(game),
    begins: rememberedBegins(game),
    options: optionsOf(game, read(game)['options']),
  };
}

function playersOf(game: GameFacts): number {
  const { players } = read(game);
  return game.players.find((each) => each === players) ?? game.players[0] ?? 2;
}

export function rememberedBegins(game: GameFacts): string {
  const { begins } = read(game);
  const places = Array.from({ length: playersOf(game) }, (_, index) => String(index));
  return places.find((place) => place === begins) ?? DRAWN;
}

/** The last bot; the easiest if the last opponent was a person. */
export function rememberedBot(game: GameFacts): Omit<LocalBot, 'kind'> {
  const [last = ''] = rememberedOthers(game);
  return { level: levelOf(last) ?? EASIEST, ...(isMatchChoice(last) && { match: true }) };
}

export const rememberSetUp = (game: GameFacts, choices: SetUpChoices): boolean => writeJson(keyOf(game), choices);

function rememberedOthers(game: GameFacts): string[] {
  const { others } = read(game);
  const known: readonly unknown[] = Array.isArray(others) ? others : [];
  return Array.from({ length: MOST }, (_, index) => opponentOf(known[index]));
}

/** A level or a kind of person. Recent opponents are in another order next time, so an invitation is not remembered. */
function opponentOf(data: unknown): string {
  const kind = ['person', 'friend', 'anyone', ...LEVELS.map(matchChoice)].find((each) => each === data);
  return kind ?? String(parseLevel(data) ?? EASIEST);
}

/** A deal made by a person is not remembered, nor is the option that needs it. */
function optionsOf(game: Game, data: unknown): Options {
  if (!isObject(data)) return usualOptions(game);
  const checked = completeOptions(game.options, data);
  return checked.ok && !game.deals.byPerson(checked.value) ? checked.value : usualOptions(game);
}

const KEY = 'tablier.players';
const MAX_PERSONS = 4;

export function rememberedPlayers(): string[] {
  const data = readJson(KEY);
  const names: readonly unknown[] = Array.isArray(data) ? data : [];
  return Array.from({ length: MAX_PERSONS }, (_, index) => parseName(names[index]) ?? '');
}

/** Keeps names for the next game; those of persons who do not play now stay. */
export function rememberPlayers(names: readonly string[]): void {
  const others = rememberedPlayers().slice(names.length);
  writeJson(KEY, [...names.map((name) => parseName(name) ?? ''), ...others]);
}
