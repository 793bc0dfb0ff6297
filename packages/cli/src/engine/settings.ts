import { MAX_LINES } from '@tablier/ai';
import { type Level, parseLevel, type Setup } from '@tablier/core';
import { type CatalogueGame, games } from '@tablier/games';
import { fixedSetup, gameNamed, readConditions } from '../shared/setup.ts';
import { UsageError } from '../shared/output.ts';
import { LEVEL_CHOICES } from '../shared/flags.ts';

export interface Settings {
  readonly game: CatalogueGame;
  /** `name=value,…` or a preset; empty for the defaults. */
  readonly options: string;
  readonly players: number;
  /** JSON; empty for none. */
  readonly deal: string;
  readonly level: Level;
  readonly seed: string;
  readonly multiPv: number;
}

type Change = (settings: Settings, value: string) => Settings;

/** The option names by their lower-case form, because GUIs write them in either case. */
const CHANGES: Readonly<Record<string, Change>> = {
  game: (settings, value) => atDefaults(gameNamed(value), settings),
  options: (settings, value) => {
    const { players } = settings;
    readConditions(settings.game, { players, options: value });
    return { ...settings, options: value };
  },
  players: (settings, value) => ({ ...settings, players: readPlayers(settings.game, value) }),
  deal: (settings, value) => {
    if (value !== '') readConditions(settings.game, { deal: value });
    return { ...settings, deal: value };
  },
  level: (settings, value) => ({ ...settings, level: readLevel(value) }),
  seed: (settings, value) => ({ ...settings, seed: value }),
  multipv: (settings, value) => ({ ...settings, multiPv: readLines(value) }),
};

/** The options of the setup: setting one returns to the start position. */
const SETUP_OPTIONS: ReadonlySet<string> = new Set(['game', 'options', 'players', 'deal']);

/** What an engine plays until it hears of another one. */
export const FIRST_GAME = 'isaac';

export const initialSettings = (): Settings => atDefaults(gameNamed(FIRST_GAME), { level: 8, seed: '0', multiPv: 1 });

function atDefaults(
  game: CatalogueGame,
  { level, seed, multiPv }: Pick<Settings, 'level' | 'seed' | 'multiPv'>,
): Settings {
  return { game, options: '', players: game.players[0] as number, deal: '', level, seed, multiPv };
}

function readLines(value: string): number {
  const lines = /^\d$/.test(value) ? Number(value) : 0;
  if (lines >= 1 && lines <= MAX_LINES) return lines;
  throw new UsageError(`bad-multipv (${value}; from 1 to ${MAX_LINES})`);
}

function readPlayers(game: CatalogueGame, value: string): number {
  const players = game.players.find((number) => String(number) === value);
  if (players !== undefined) return players;
  throw new UsageError(`bad-players (${value}; ${game.id} is for ${game.players.join(', ')})`);
}

function readLevel(value: string): Level {
  const level = parseLevel(value);
  if (level !== null) return level;
  throw new UsageError(`unknown-level (${value}; there are: ${LEVEL_CHOICES.join(', ')})`);
}

export function changeSetting(
  settings: Settings,
  name: string,
  value: string,
): { settings: Settings; restarts: boolean } {
  const key = name.toLowerCase();
  const change = Object.hasOwn(CHANGES, key) ? CHANGES[key] : undefined;
  if (change === undefined) throw new UsageError(`unknown-option (${name})`);
  return { settings: change(settings, value === '<empty>' ? '' : value), restarts: SETUP_OPTIONS.has(key) };
}

export function setupOfSettings({ game, options, players, deal }: Settings): Setup {
  return fixedSetup(readConditions(game, { options, players, ...(deal === '' ? {} : { deal }) }));
}

export function describeSettings(): string[] {
  const { game, players, level, seed, multiPv } = initialSettings();
  const most = Math.max(...games.flatMap((each) => each.players));
  const choice = (names: readonly string[]): string => names.map((name) => `var ${name}`).join(' ');
  return [
    `option name Game type combo default ${game.id} ${choice(games.map((each) => each.id))}`,
    'option name Options type string default <empty>',
    `option name Players type spin default ${players} min 1 max ${most}`,
    'option name Deal type string default <empty>',
    `option name Level type combo default ${level} ${choice(LEVEL_CHOICES)}`,
    `option name Seed type string default ${seed}`,
    `option name MultiPV type spin default ${multiPv} min 1 max ${MAX_LINES}`,
  ];
}
