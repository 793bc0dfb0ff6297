import { legalMoveTexts, NOBODY } from '@tablier/core';
import { ANSWER, BEST_MOVE, Failure, illegalMove, moveIn, READY, type Session } from './session.ts';

/** A rung of the ladder. It throws a `Failure`, or the error of an engine that has ended. */
export interface Check {
  readonly name: string;
  /** What an engine must do, as a sentence. */
  readonly rule: string;
  /** Nothing else can be checked if it fails, and it comes before all others. */
  readonly isVital?: boolean;
  run(session: Session): Promise<void>;
}

const GREETED = /^\s*(ugiok)\s*$/;
/** An option line, by its type. */
const OPTION =
  /^option name \S+(?: \S+)* type (?:check default (?:true|false)|spin default -?\d+ min -?\d+ max -?\d+|combo default .+ var .+|string default .+|button)$/;
const INFO_NUMBER = /\b(depth|seldepth|multipv|time|nodes|nps|hashfull)\s+(?!\d+(?:\s|$))(\S*)/;
/** A search that nothing but a limit or `stop` ends. */
const ENDLESS = 'infinite';
/** Milliseconds that `go infinite` is watched. */
const WATCHED = 200;
const LONG_LINE = 100_000;

const demand = (holds: boolean, why: string): void => {
  if (!holds) throw new Failure(why);
};

/** Whether the answers to these lines leave the engine alive and able to move. */
async function survives(session: Session, input: readonly string[]): Promise<void> {
  await session.settle(input);
  await session.move([], 'nodes 1');
}

async function stopped(session: Session, moves: readonly string[]): Promise<void> {
  const hasAnswered = await session.hears(session.position(moves, ENDLESS), ANSWER, WATCHED);
  demand(!hasAnswered, 'go infinite was answered before stop');
  await session.ask(['stop'], BEST_MOVE);
}

const HANDSHAKE: readonly Check[] = [
  {
    name: 'ugi',
    rule: 'answers "ugi" with "ugiok"',
    isVital: true,
    run: async (session) => void (await session.ask(['ugi'], GREETED, 5 * session.timeout)),
  },
  {
    name: 'name',
    rule: 'says its name and author before "ugiok"',
    async run(session) {
      for (const what of ['name', 'author'])
        demand(
          session.lines.some((line) => new RegExp(`^id ${what} \\S`).test(line)),
          `no "id ${what}"`,
        );
    },
  },
  {
    name: 'options',
    rule: 'describes each option with its type and default',
    async run({ lines }) {
      const wrong = lines.find((line) => line.startsWith('option') && !OPTION.test(line));
      demand(wrong === undefined, wrong ?? '');
    },
  },
  {
    name: 'greeting',
    rule: 'writes nothing after "ugiok", and it once, also when asked again',
    async run(session) {
      const said = await session.settle(['ugi']);
      demand(said.filter((line) => GREETED.test(line)).length === 1, 'ugiok more than once');
      demand(GREETED.test(said.at(-1) ?? ''), `"${said.at(-1)}" after ugiok`);
    },
  },
  {
    name: 'isready',
    rule: 'answers each "isready" with one "readyok"',
    isVital: true,
    async run(session) {
      session.lines = [];
      await session.ask(['isready', 'isready', 'ugi'], GREETED);
      const count = session.lines.filter((line) => READY.test(line)).length;
      demand(count === 2, `${count} readyok for two isready`);
    },
  },
];

const PLAY: readonly Check[] = [
  {
    name: 'setup',
    rule: 'takes the game, its options and the number of players without an error',
    async run(session) {
      const said = await session.settle(session.position([], '').slice(0, -2));
      const error = said.find((line) => line.startsWith('info string error'));
      demand(error === undefined, error ?? '');
    },
  },
  {
    name: 'move',
    rule: 'plays a legal move at the start',
    run: async (session) => void (await session.move([], 'nodes 1')),
  },
  {
    name: 'position',
    rule: 'plays a legal move after earlier moves, for either player',
    async run(session) {
      for (const plies of [1, 2, 6, 7]) await session.move(session.random(plies), 'nodes 1');
    },
  },
  {
    name: 'other-game',
    rule: 'forgets the position before when another one comes',
    async run(session) {
      await session.move(session.random(6, 1), 'nodes 1');
      await session.move(session.random(5, 2), 'nodes 1');
      await session.move([], 'nodes 1');
    },
  },
  {
    name: 'one-answer',
    rule: 'answers each "go" with exactly one "bestmove"',
    async run(session) {
      await session.move([], 'nodes 1');
      await session.ask(['isready'], READY);
      demand(session.lines.filter((line) => BEST_MOVE.test(line)).length === 1, 'more than one bestmove');
    },
  },
  {
    name: 'movetime',
    rule: 'keeps "go movetime"',
    run: async (session) => void (await session.move([], 'movetime 50')),
  },
  { name: 'depth', rule: 'keeps "go depth"', run: async (session) => void (await session.move([], 'depth 1')) },
  {
    name: 'clock',
    rule: 'moves in time with little of it left, for either player',
    async run(session) {
      for (const plies of [0, 1]) await session.move(session.random(plies), 'p1time 200 p1inc 0 p2time 200 p2inc 0');
    },
  },
  {
    name: 'no-time',
    rule: 'moves at once with no time left, or less',
    async run(session) {
      for (const time of [0, -100]) await session.move([], `p1time ${time} p1inc 0 p2time 200 p2inc 0`);
    },
  },
  {
    name: 'info',
    rule: 'writes whole numbers and playable variations in "info"',
    async run(session) {
      const moves = session.random();
      await session.move(moves, 'movetime 100');
      for (const line of session.lines.filter((each) => /^info (?!string)/.test(each))) {
        demand(!INFO_NUMBER.test(line), line);
        const [, variation = ''] = / pv (.+)$/.exec(line) ?? [];
        try {
          session.after([...moves, ...variation.split(' ').filter(Boolean)]);
        } catch {
          throw new Failure(`not playable: ${line}`);
        }
      }
    },
  },
  {
    name: 'forced',
    rule: 'plays a whole game with itself, also where one move is legal',
    async run(session) {
      const moves = session.random(Number.POSITIVE_INFINITY, 3).slice(0, -6);
      while (session.after(moves).turn !== NOBODY) moves.push(await session.move(moves, 'nodes 1'));
    },
  },
];

const SESSION: readonly Check[] = [
  {
    name: 'infinite',
    rule: 'searches "go infinite" until "stop", and answers then',
    run: (session) => stopped(session, []),
  },
  {
    name: 'ready-while-searching',
    rule: 'answers "isready" during a search',
    async run(session) {
      await session.ask([...session.position([], ENDLESS), 'isready'], READY);
      await session.ask(['stop'], BEST_MOVE);
    },
  },
  {
    name: 'idle-stop',
    rule: 'ignores "stop" without a search',
    async run(session) {
      const said = await session.settle(['stop', 'stop']);
      demand(!said.some((line) => BEST_MOVE.test(line)), 'a bestmove without a go');
    },
  },
  {
    name: 'again',
    rule: 'searches again after a stopped search, another position included',
    async run(session) {
      await stopped(session, []);
      await session.move(session.random(), 'nodes 1');
    },
  },
  {
    name: 'newgame',
    rule: 'is at the start position after "uginewgame"',
    async run(session) {
      // There it would have no move.
      const over = session.random(Number.POSITIVE_INFINITY);
      await session.settle(session.position(over, 'nodes 1').slice(0, -1));
      const answer = await session.ask(['uginewgame', 'go nodes 1'], ANSWER);
      const legal = legalMoveTexts(session.game, session.after([]));
      demand(legal.includes(moveIn(answer) ?? ''), `"${answer}" is no move at the start`);
    },
  },
];

const ROBUSTNESS: readonly Check[] = [
  {
    name: 'unknown-command',
    rule: 'goes on after a command that it does not know',
    run: (session) => survives(session, ['no-such-command with words']),
  },
  {
    name: 'unknown-option',
    rule: 'goes on after an option that it does not know',
    run: (session) => survives(session, ['setoption name NoSuchOption value 1', 'setoption']),
  },
  {
    name: 'blank',
    rule: 'goes on after empty lines and blanks',
    run: (session) => survives(session, ['', '   ', '\t']),
  },
  {
    name: 'spaces',
    rule: 'reads commands with more blanks than needed, and Windows line ends',
    async run(session) {
      await session.ask([' isready '], READY);
      await session.ask(['isready\r'], READY);
    },
  },
  {
    name: 'long-line',
    rule: 'goes on after a line of 100,000 characters',
    run: (session) => survives(session, ['x'.repeat(LONG_LINE)]),
  },
  {
    name: 'illegal-position',
    rule: 'does not move, but answers, after an illegal move in "position"',
    async run(session) {
      const illegal = illegalMove(session.game, session.after([]));
      const answer = await session.ask(session.position([illegal], 'nodes 1'), ANSWER);
      demand(moveIn(answer) === null, `"${answer}" in an illegal position`);
      await survives(session, []);
    },
  },
  {
    name: 'game-over',
    rule: 'does not move, but answers, when the game is over',
    async run(session) {
      const moves = session.random(Number.POSITIVE_INFINITY);
      const answer = await session.ask(session.position(moves, 'nodes 1'), ANSWER);
      demand(moveIn(answer) === null, `"${answer}" after the end`);
      await survives(session, []);
    },
  },
];

const END: readonly Check[] = [
  {
    name: 'quit',
    rule: 'ends after "quit"',
    run: async (session) => demand(await session.endsAfter([], 'quit'), 'still running'),
  },
  {
    name: 'quit-while-searching',
    rule: 'ends after "quit" during a search',
    run: async (session) => demand(await session.endsAfter(session.position([], ENDLESS), 'quit'), 'still running'),
  },
  {
    name: 'end-of-input',
    rule: 'ends when its input does',
    run: async (session) => demand(await session.endsAfter([], null), 'still running'),
  },
];

export const CHECKS: readonly Check[] = [...HANDSHAKE, ...PLAY, ...SESSION, ...ROBUSTNESS, ...END];
