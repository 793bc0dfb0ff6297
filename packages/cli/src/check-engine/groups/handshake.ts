import { GREETED, READY } from '../../bot/engine.ts';
import { demand, demandNone, goesOn, GREETING, type Group, type Rule, rule, type Session } from '../session.ts';

/** An option line, by its type. */
const OPTION =
  /^option name \S+(?: \S+)* type (?:check default (?:true|false)|spin default -?\d+ min -?\d+ max -?\d+|combo default .+ var .+|string default .+|button)$/;

const isError = (line: string): boolean => line.startsWith('info string error');

/** An `option` line of the greeting. */
export interface Option {
  readonly line: string;
  readonly name: string;
  readonly type: string;
  /** The value that it has at first. */
  readonly initial: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The values of a `combo`. */
  readonly choices: readonly string[];
}

const greeting = (session: Session): Promise<string[]> => session.settle(['ugi']);

/** The options that an engine offers; lines that are none are left out. */
export async function optionsOf(session: Session): Promise<readonly Option[]> {
  return (await greeting(session)).flatMap((line) => {
    const [, name, type] = /^option name (.+?) type (\S+)/.exec(line) ?? [];
    if (name === undefined || type === undefined) return [];
    const word = (key: string): string | undefined => new RegExp(` ${key} (\\S+)`).exec(line)?.[1];
    const initial = (type === 'spin' ? word('default') : / default (.*?)(?: var .*)?$/.exec(line)?.[1]) ?? '';
    const choices = line.split(' var ').slice(1);
    return [{ line, name, type, initial, min: word('min'), max: word('max'), choices }];
  });
}

const once = (what: string, line: RegExp): Rule =>
  rule(`says ${what} once`, async (session) => {
    const count = (await greeting(session)).filter((each) => line.test(each)).length;
    demand(count === 1, `${count} lines ${line.source}`);
  });

/** `isWrong` gets an option of the type, the game that is checked, and all options. */
const options = (
  sentence: string,
  types: RegExp,
  isWrong: (option: Option, game: string, all: readonly Option[]) => boolean,
): Rule =>
  rule(sentence, async (session) => {
    const all = await optionsOf(session);
    const wrong = all.find((option) => types.test(option.type) && isWrong(option, session.game.id, all));
    demand(wrong === undefined, wrong?.line ?? '');
  });

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const HANDSHAKE: Group = {
  ugi: rule('answers "ugi" with "ugiok"', (session) => session.ask(['ugi'], GREETED, GREETING * session.timeout)),
  isready: rule('answers each "isready" with one "readyok"', async (session) => {
    session.lines = [];
    await session.ask(['isready', 'isready', 'ugi'], GREETED);
    const count = session.lines.filter((line) => READY.test(line)).length;
    demand(count === 2, `${count} readyok for two isready`);
  }),
  name: once('its name', /^id name \S/),
  author: once('its author', /^id author \S/),
  once: once('"ugiok"', GREETED),
  'nothing-after': rule('writes nothing after "ugiok"', async (session) => {
    const last = (await greeting(session)).at(-1) ?? '';
    demand(GREETED.test(last), last);
  }),
  again: rule('greets in the same way when asked again', async (session) => {
    const [first, second] = [await greeting(session), await greeting(session)];
    demand(first.join('\n') === second.join('\n'), second.find((line, at) => line !== first[at]) ?? 'less lines');
  }),
  'no-error': rule('greets without an error', async (session) => demandNone(await greeting(session), isError)),
  'option-types': rule('describes each option with its type and default', async (session) =>
    demandNone(await greeting(session), (line) => line.startsWith('option') && !OPTION.test(line)),
  ),
  'option-names': options('has no two options with the same letters', /./, (option, _, all) =>
    all.some((other) => other !== option && sameName(other.name, option.name)),
  ),
  'option-ranges': options(
    'has the default of a number between its limits',
    /^spin$/,
    ({ initial, min, max }) => Number(min) > Number(initial) || Number(initial) > Number(max),
  ),
  'option-choices': options(
    'has the default of a choice among its values, and no value twice',
    /^combo$/,
    ({ initial, choices }) => !choices.includes(initial) || new Set(choices).size < choices.length,
  ),
  'option-game': options(
    'has the game among the values of "Game", if that is a choice',
    /^combo$/,
    ({ name, choices }, game) => sameName(name, 'Game') && !choices.includes(game),
  ),
  'no-hurry': rule('moves without "isready" and "uginewgame" before', async (session) => {
    await session.fresh();
    await session.move([], 'nodes 1', (lines) => lines.filter((line) => line !== 'uginewgame'));
  }),
};

const setting = ({ name }: Option, value: string): string => `setoption name ${name} value ${value}`;

const initial = (options: readonly Option[]): string[] =>
  options.filter(({ type }) => type !== 'button').map((option) => setting(option, option.initial));

const noError = async (session: Session, input: readonly string[]): Promise<void> =>
  demandNone(await session.settle(input), isError);

/** It goes on after these values of each option of the type, and after its own ones again. */
const goesOnAfter = (what: string, type: string, valuesOf: (option: Option) => readonly string[]): Rule =>
  rule(`goes on after ${what}`, async (session) => {
    const options = await optionsOf(session);
    const tried = options.filter((option) => option.type === type);
    const settings = tried.flatMap((option) => valuesOf(option).map((value) => setting(option, value)));
    await session.survives(...settings, ...initial(options));
  });

export const OPTIONS: Group = {
  setup: rule('takes the game, its options and the number of players without an error', (session) =>
    noError(session, session.position([], '').slice(0, -2)),
  ),
  defaults: rule('takes its own defaults without an error', async (session) =>
    noError(session, initial(await optionsOf(session))),
  ),
  held: rule('keeps its options from game to game', async (session) => {
    await session.fresh();
    await session.move([], 'nodes 1');
    for (let game = 0; game < 2; game++)
      await session.move([], 'nodes 1', (lines) => lines.filter((line) => !line.startsWith('setoption')));
  }),
  choices: goesOnAfter('each value of a choice', 'combo', ({ choices }) => choices),
  lowest: goesOnAfter('the least value of each number', 'spin', ({ min = '' }) => [min]),
  'too-high': goesOnAfter('a number that is too high', 'spin', ({ max = '' }) => [`${max}0`]),
  'not-a-number': goesOnAfter('a word where a number belongs', 'spin', () => ['many', '']),
  'no-choice': goesOnAfter('a value that is no choice', 'combo', () => ['no-such-value']),
  'unknown-option': goesOn('an option that it does not know', 'setoption name NoSuchOption value 1'),
  'no-option': goesOn('"setoption" without a name or a value', 'setoption', 'setoption name', 'setoption value 1'),
};
