import { legalMoveTexts } from '@tablier/core';
import { demand, goesOn, type Group } from '../rules.ts';
import { ANSWER, BEST_MOVE, moveIn, READY, type Session } from '../session.ts';

/** A search that nothing but a limit or `stop` ends. */
const ENDLESS = 'infinite';
const MANY = 20;

async function stopped(session: Session): Promise<void> {
  const hasAnswered = await session.hears(session.position([], ENDLESS), ANSWER, session.watched);
  demand(!hasAnswered, 'go infinite was answered before stop');
  await session.ask(['stop'], BEST_MOVE);
}

/** The number of answers to searches among all that these lines bring. */
async function answersTo(session: Session, input: readonly string[]): Promise<number> {
  const said = await session.settle(input);
  return [...said, ...(await session.settle([]))].filter((line) => BEST_MOVE.test(line)).length;
}

async function isMove(session: Session, input: readonly string[], moves: readonly string[]): Promise<void> {
  const answer = await session.ask(input, ANSWER);
  const legal = legalMoveTexts(session.game, session.after(moves));
  demand(legal.includes(moveIn(answer) ?? ''), `"${answer}" is no move there`);
}

/** A game to its end: there is no move, so that the position after it cannot be taken for another one. */
const over = (session: Session): string[] => session.random(Number.POSITIVE_INFINITY);

/** What stays and what is forgotten from one search and game to the next. */
export const SESSION: Group = {
  infinite: ['searches "go infinite" until "stop", and answers then', stopped],
  'stop-at-once': [
    'answers a "go" that is stopped at once',
    (session) => session.ask([...session.position([], ENDLESS), 'stop'], BEST_MOVE),
  ],
  'stop-twice': [
    'answers once to a search that is stopped twice',
    async (session) => {
      const count = await answersTo(session, [...session.position([], ENDLESS), 'stop', 'stop']);
      demand(count <= 1, `${count} bestmove`);
    },
  ],
  'idle-stop': [
    'ignores "stop" without a search',
    async (session) => demand((await answersTo(session, ['stop', 'stop'])) === 0, 'a bestmove without a go'),
  ],
  'late-stop': [
    'ignores "stop" after the search has ended',
    async (session) => {
      await session.move([], 'nodes 1');
      demand((await answersTo(session, ['stop'])) === 0, 'a second bestmove');
    },
  ],
  'ready-searching': [
    'answers "isready" during a search',
    async (session) => {
      await session.ask([...session.position([], ENDLESS), 'isready'], READY);
      await session.ask(['stop'], BEST_MOVE);
    },
  ],
  'search-again': [
    'searches another position after a stopped search',
    async (session) => {
      await stopped(session);
      await session.move(session.random(), 'nodes 1');
    },
  ],
  'new-game': [
    'is at the start position after "uginewgame"',
    async (session) => {
      await session.settle(session.position(over(session), '').slice(0, -1));
      await isMove(session, ['uginewgame', 'go nodes 1'], []);
    },
  ],
  'new-game-twice': goesOn('several "uginewgame"', 'uginewgame', 'uginewgame', 'uginewgame'),
  'position-stays': [
    'keeps its position while it is asked for other things',
    async (session) => {
      const moves = session.random();
      await session.settle(session.position(moves, '').slice(0, -1));
      await session.settle(['ugi', 'stop', 'isready']);
      await isMove(session, ['go nodes 1'], moves);
    },
  ],
  'position-alone': [
    'takes the next position of a game without "uginewgame"',
    async (session) => {
      await session.move([], 'nodes 1');
      const answer = await session.ask(session.position(over(session), 'nodes 1').slice(-2), ANSWER);
      demand(moveIn(answer) === null, `"${answer}" after the end of the game`);
    },
  ],
  back: [
    'goes back to an earlier position',
    async (session) => {
      const moves = over(session).slice(0, 3);
      await session.settle(session.position(over(session), '').slice(0, -1));
      await isMove(session, session.position(moves, 'nodes 1').slice(-2), moves);
    },
  ],
  'other-game': [
    'forgets the position before when that of another game comes',
    async (session) => {
      await session.settle(session.position(over(session), '').slice(0, -1));
      await session.move(session.random(5, 2), 'nodes 1');
    },
  ],
  'many-searches': [
    'answers many searches, each once',
    async (session) => {
      for (let ply = 0; ply < MANY; ply++) await session.move(session.random(ply % 4), 'nodes 1');
      demand((await answersTo(session, [])) === 0, 'a bestmove too many');
    },
  ],
};
