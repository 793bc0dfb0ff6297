import { type Level, LEVEL_ALIAS_NAMES, LEVELS, parseLevel } from '@tablier/core';
import type { AddedGame } from '@tablier/games';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from './output.ts';
import { endIfStuck } from './stuck.ts';

/** Makes the action of a command: a function of a module, which is loaded when the command is called. */
export type Does = <Name extends string>(
  load: () => Promise<{ readonly [Each in Name]: (...args: never[]) => Promise<number> }>,
  name: Name,
) => Action;

export type Action = (...args: unknown[]) => Promise<void>;

export const doing =
  (finish: (exitCode: number) => void): Does =>
  (load, name) =>
  async (...args) => {
    const module = await load();
    // Commander passes what the command declares: the arguments and the flags. The command itself comes last.
    finish(await module[name](...(args.slice(0, -1) as never[])));
  };

export const WHO = ['<who>', 'a username, a display name or an id'] as const;
export const ADDRESS = ['<id>', 'the last part of its address'] as const;
export const FILE = ['[file]', 'a file, "-" for stdin', '-'] as const;

/** An option that adds the game of a file before the command begins. It is then the game of a command that names none. */
export const withGame = (command: Command): Command =>
  command
    .option('--game <file>', 'a file of JavaScript that exports a game of your own as "game"')
    .hook('preAction', addGame)
    .hook('postAction', () => endWatch());

let endWatch = (): void => undefined;

/** Before the modules of the command are loaded, which list the games. */
async function addGame(_: Command, called: Command): Promise<void> {
  const path: unknown = called.getOptionValue('game');
  if (typeof path !== 'string') return;
  endWatch = endIfStuck(path);
  const { id } = await gameOfFile(path);
  const [argument] = called.registeredArguments;
  if (argument?.name() === 'game') called.processedArgs[0] ??= id;
}

/** Adds the game of a file to those of this process. */
export async function gameOfFile(path: string): Promise<AddedGame> {
  const { addGameFile, GameFileError } = await import('@tablier/server/game-file');
  return addGameFile(path).catch((error: unknown) => {
    throw error instanceof GameFileError ? new UsageError(error.message) : error;
  });
}

function refuseNoGame(_: Command, called: Command): void {
  if (called.processedArgs[0] === undefined) called.error("error: missing required argument 'game'");
}

export function withSetup(command: Command, game: 'required' | 'optional' = 'required'): Command {
  const named = withGame(command);
  return (game === 'required' ? named.hook('preAction', refuseNoGame) : named)
    .argument('[game]', 'a game of "tablier games"; not needed with --game')
    .option('--players <n>', 'how many play', wholeNumber(1))
    .option('--options <k=v,…>', 'options of the game, or the name of a preset; what is not named is at its default')
    .option('--deal <json>', 'what chance decided before the first move');
}

export function withSeed(command: Command): Command {
  return command.option(
    '--seed <seed>',
    'any text or number; equal seeds give equal results (default: a new one, printed on stderr)',
  );
}

export const LEVEL_CHOICES: readonly string[] = [...LEVELS.map(String), ...LEVEL_ALIAS_NAMES];

/** An option for a bot: a level, `engine:` with the command line of a UGI engine, or `plan:` with settings as JSON. */
export function botOption(flags: string, description: string): Option {
  const option = levelOption(flags, `${description}, engine:COMMAND for a UGI engine, or plan:JSON for a search`);
  const parseLevelText = option.parseArg;
  return option.argParser<unknown>((text) => {
    const [, kind = '', rest] = /^(engine|plan):(.*)$/s.exec(text) ?? [];
    return rest === undefined ? parseLevelText?.(text, undefined) : { [kind]: rest };
  });
}

/** An option for a level of play, as a number or an earlier name. `others` are accepted, too, and returned unchanged. */
export function levelOption(flags: string, description: string, others: readonly string[] = []): Option {
  const option = new Option(flags, description).choices([...LEVEL_CHOICES, ...others]);
  const checked = option.parseArg;
  return option.argParser<Level | string>((text) => {
    checked?.(text, '');
    return parseLevel(text) ?? text;
  });
}

export function wholeNumber(least: number, greatest = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= greatest) return value;
    const range = greatest === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${greatest}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Seconds for a game and for each move in addition, such as `10+0.1`, in milliseconds. */
export function timeControl(text: string): { readonly base: number; readonly increment: number } {
  const [, base, increment = '0'] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\+(\d{1,6}(?:\.\d{1,3})?))?$/.exec(text) ?? [];
  if (Number(base) > 0)
    return { base: Math.round(1000 * Number(base)), increment: Math.round(1000 * Number(increment)) };
  throw new InvalidArgumentError('It must be seconds for the game, and for each move, such as 10+0.1.');
}

/** Two differences in Elo points, such as `0,30`. */
export function eloPair(text: string): [number, number] {
  const [, low, high] = /^(-?\d{1,4}(?:\.\d+)?),(-?\d{1,4}(?:\.\d+)?)$/.exec(text) ?? [];
  const pair: [number, number] = [Number(low), Number(high)];
  if (pair[0] < pair[1]) return pair;
  throw new InvalidArgumentError('It must be two differences in Elo points, the lower one first, such as 0,30.');
}
