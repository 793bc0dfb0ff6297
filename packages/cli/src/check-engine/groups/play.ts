import { ANSWER, BEST_MOVE, moveIn, READY } from '../../bot/engine.ts';
import { legalMoveTexts, NOBODY } from '@tablier/core';
import { demand, demandNone, Failure, goesOn, type Group, moves, type Rule, rule, type Session } from '../session.ts';

const NUMBER = /\b(depth|seldepth|multipv|time|nodes|nps|hashfull)\s+(?!\d+(?:\s|$))(\S*)/;
const SCORE = /^info .*\bscore\s+(?!(?:cp|mate)\s+[+-]?\d+(?:\s|$))/;
const INFO = /^info (?!string)/;
/** The time that an engine must not take for its own. Milliseconds. */
const LONG = 600_000;

/** What the engine writes during a search after these moves. */
async function searched(session: Session, played = session.random()): Promise<readonly string[]> {
  await session.move(played, 'movetime 100');
  return [...session.lines];
}

const noLine = (sentence: string, isWrong: (line: string) => boolean): Rule =>
  rule(sentence, async (session) => demandNone(await searched(session), isWrong));

export const PLAY: Group = {
  start: moves('plays a legal move at the start', 'nodes 1'),
  position: rule('plays a legal move after earlier moves, for either player', async (session) => {
    for (const plies of [1, 2, 6, 7]) await session.move(session.random(plies), 'nodes 1');
  }),
  'whole-game': rule('plays a whole game with itself, also where one move is legal', async (session) => {
    const played = session.random(Number.POSITIVE_INFINITY, 3).slice(0, -6);
    while (session.after(played).turn !== NOBODY) played.push(await session.move(played, 'nodes 1'));
  }),
  nodes: moves('keeps "go nodes"', 'nodes 100'),
  depth: moves('keeps "go depth"', 'depth 1'),
  movetime: moves('keeps "go movetime"', 'movetime 50'),
  'both-limits': moves('keeps the first of two limits that is reached', `nodes 1 movetime ${LONG}`),
  clock: moves('moves in time with little of it left', 'p1time 200 p2time 200'),
  increment: moves('moves in time with an increment', 'p1time 100 p1inc 100 p2time 100 p2inc 100'),
  'clock-order': moves('reads a clock in any order', 'p2inc 0 p1inc 0 p2time 200 p1time 200'),
  'own-clock': rule('uses the clock of the player to move', async (session) => {
    await session.move([], `p1time 200 p1inc 0 p2time ${LONG} p2inc 0`);
    await session.move(session.random(1), `p1time ${LONG} p1inc 0 p2time 200 p2inc 0`);
  }),
  'no-time': moves('moves at once with no time left', 'p1time 0 p1inc 0 p2time 200 p2inc 0'),
  'negative-time': moves('moves at once with less than no time left', 'p1time -100 p1inc 0 p2time 200 p2inc 0'),
  'one-answer': rule('answers each "go" with exactly one "bestmove"', async (session) => {
    const lines = [...(await session.settle(session.position([], 'nodes 1'))), ...(await session.settle([]))];
    demand(lines.filter((line) => BEST_MOVE.test(line)).length <= 1, 'more than one bestmove');
  }),
  'nothing-else': noLine(
    'writes only "info" and "bestmove" during a search',
    (line) => !/^\s*(info|bestmove)\b/.test(line),
  ),
  'info-after': rule('writes no "info" of a search after its "bestmove"', async (session) => {
    const lines = [...(await searched(session)), ...(await session.settle([]))];
    demandNone(lines.slice(lines.findIndex((line) => BEST_MOVE.test(line))), (line) => INFO.test(line));
  }),
  'info-numbers': noLine('writes whole numbers in "info"', (line) => INFO.test(line) && NUMBER.test(line)),
  'info-score': noLine('writes scores in "info" as "cp" or "mate" with a number', (line) => SCORE.test(line)),
  'info-grows': rule('counts time and nodes upwards during a search', async (session) => {
    const lines = await searched(session);
    for (const key of ['time', 'nodes']) {
      const counts = lines.flatMap((line) => new RegExp(`^info .*\\b${key} (\\d+)`).exec(line)?.[1] ?? []).map(Number);
      const fall = counts.findIndex((count, index) => count < (counts[index - 1] ?? 0));
      demand(fall < 0, `${key} ${counts[fall]} after ${counts[fall - 1]}`);
    }
  }),
  'info-pv': rule('writes variations in "info" that can be played', async (session) => {
    const played = session.random();
    for (const line of await searched(session, played)) {
      const [, variation = ''] = /^info (?!string).* pv (.+)$/.exec(line) ?? [];
      try {
        session.after([...played, ...variation.split(' ').filter(Boolean)]);
      } catch {
        throw new Failure(`not playable: ${line}`);
      }
    }
  }),
};

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
  infinite: rule('searches "go infinite" until "stop", and answers then', stopped),
  'stop-at-once': rule('answers a "go" that is stopped at once', (session) =>
    session.ask([...session.position([], ENDLESS), 'stop'], BEST_MOVE),
  ),
  'stop-twice': rule('answers once to a search that is stopped twice', async (session) => {
    const count = await answersTo(session, [...session.position([], ENDLESS), 'stop', 'stop']);
    demand(count <= 1, `${count} bestmove`);
  }),
  'idle-stop': rule('ignores "stop" without a search', async (session) =>
    demand((await answersTo(session, ['stop', 'stop'])) === 0, 'a bestmove without a go'),
  ),
  'late-stop': rule('ignores "stop" after the search has ended', async (session) => {
    await session.move([], 'nodes 1');
    demand((await answersTo(session, ['stop'])) === 0, 'a second bestmove');
  }),
  'ready-searching': rule('answers "isready" during a search', async (session) => {
    await session.ask([...session.position([], ENDLESS), 'isready'], READY);
    await session.ask(['stop'], BEST_MOVE);
  }),
  'search-again': rule('searches another position after a stopped search', async (session) => {
    await stopped(session);
    await session.move(session.random(), 'nodes 1');
  }),
  'new-game': rule('is at the start position after "uginewgame"', async (session) => {
    await session.settle(session.position(over(session), '').slice(0, -1));
    await isMove(session, ['uginewgame', 'go nodes 1'], []);
  }),
  'new-game-twice': goesOn('several "uginewgame"', 'uginewgame', 'uginewgame', 'uginewgame'),
  'position-stays': rule('keeps its position while it is asked for other things', async (session) => {
    const moves = session.random();
    await session.settle(session.position(moves, '').slice(0, -1));
    await session.settle(['ugi', 'stop', 'isready']);
    await isMove(session, ['go nodes 1'], moves);
  }),
  'position-alone': rule('takes the next position of a game without "uginewgame"', async (session) => {
    await session.move([], 'nodes 1');
    const answer = await session.ask(session.position(over(session), 'nodes 1').slice(-2), ANSWER);
    demand(moveIn(answer) === null, `"${answer}" after the end of the game`);
  }),
  back: rule('goes back to an earlier position', async (session) => {
    const moves = over(session).slice(0, 3);
    await session.settle(session.position(over(session), '').slice(0, -1));
    await isMove(session, session.position(moves, 'nodes 1').slice(-2), moves);
  }),
  'other-game': rule('forgets the position before when that of another game comes', async (session) => {
    await session.settle(session.position(over(session), '').slice(0, -1));
    await session.move(session.random(5, 2), 'nodes 1');
  }),
  'many-searches': rule('answers many searches, each once', async (session) => {
    for (let ply = 0; ply < MANY; ply++) await session.move(session.random(ply % 4), 'nodes 1');
    demand((await answersTo(session, [])) === 0, 'a bestmove too many');
  }),
};
