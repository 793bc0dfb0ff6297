import { demandNone, goesOn, type Group, type Rule } from '../rules.ts';
import type { Session } from '../session.ts';
import { isError, type Option, optionsOf } from './handshake.ts';

const setting = ({ name }: Option, value: string): string => `setoption name ${name} value ${value}`;

const initial = (options: readonly Option[]): string[] =>
  options.filter(({ type }) => type !== 'button').map((option) => setting(option, option.initial));

const noError = async (session: Session, input: readonly string[]): Promise<void> =>
  demandNone(await session.settle(input), isError);

/** It goes on after these values of each option of the type, and after its own ones again. */
const goesOnAfter = (what: string, type: string, valuesOf: (option: Option) => readonly string[]): Rule => [
  `goes on after ${what}`,
  async (session) => {
    const options = await optionsOf(session);
    const tried = options.filter((option) => option.type === type);
    const settings = tried.flatMap((option) => valuesOf(option).map((value) => setting(option, value)));
    await session.survives(...settings, ...initial(options));
  },
];

export const OPTIONS: Group = {
  setup: [
    'takes the game, its options and the number of players without an error',
    (session) => noError(session, session.position([], '').slice(0, -2)),
  ],
  defaults: [
    'takes its own defaults without an error',
    async (session) => noError(session, initial(await optionsOf(session))),
  ],
  held: [
    'keeps its options from game to game',
    async (session) => {
      await session.fresh();
      await session.move([], 'nodes 1');
      for (let game = 0; game < 2; game++)
        await session.move([], 'nodes 1', (lines) => lines.filter((line) => !line.startsWith('setoption')));
    },
  ],
  choices: goesOnAfter('each value of a choice', 'combo', ({ choices }) => choices),
  lowest: goesOnAfter('the least value of each number', 'spin', ({ min = '' }) => [min]),
  'too-high': goesOnAfter('a number that is too high', 'spin', ({ max = '' }) => [`${max}0`]),
  'not-a-number': goesOnAfter('a word where a number belongs', 'spin', () => ['many', '']),
  'no-choice': goesOnAfter('a value that is no choice', 'combo', () => ['no-such-value']),
  'unknown-option': goesOn('an option that it does not know', 'setoption name NoSuchOption value 1'),
  'no-option': goesOn('"setoption" without a name or a value', 'setoption', 'setoption name', 'setoption value 1'),
};
