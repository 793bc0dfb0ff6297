import { NOBODY } from '@tablier/core';
import { demand, demandNone, type Group, moves, type Rule } from '../rules.ts';
import { BEST_MOVE, Failure, type Session } from '../session.ts';

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

const noLine = (sentence: string, isWrong: (line: string) => boolean): Rule => [
  sentence,
  async (session) => demandNone(await searched(session), isWrong),
];

export const PLAY: Group = {
  start: moves('plays a legal move at the start', 'nodes 1'),
  position: [
    'plays a legal move after earlier moves, for either player',
    async (session) => {
      for (const plies of [1, 2, 6, 7]) await session.move(session.random(plies), 'nodes 1');
    },
  ],
  'whole-game': [
    'plays a whole game with itself, also where one move is legal',
    async (session) => {
      const played = session.random(Number.POSITIVE_INFINITY, 3).slice(0, -6);
      while (session.after(played).turn !== NOBODY) played.push(await session.move(played, 'nodes 1'));
    },
  ],
  nodes: moves('keeps "go nodes"', 'nodes 100'),
  depth: moves('keeps "go depth"', 'depth 1'),
  movetime: moves('keeps "go movetime"', 'movetime 50'),
  'both-limits': moves('keeps the first of two limits that is reached', `nodes 1 movetime ${LONG}`),
  clock: moves('moves in time with little of it left', 'p1time 200 p2time 200'),
  increment: moves('moves in time with an increment', 'p1time 100 p1inc 100 p2time 100 p2inc 100'),
  'clock-order': moves('reads a clock in any order', 'p2inc 0 p1inc 0 p2time 200 p1time 200'),
  'own-clock': [
    'uses the clock of the player to move',
    async (session) => {
      await session.move([], `p1time 200 p1inc 0 p2time ${LONG} p2inc 0`);
      await session.move(session.random(1), `p1time ${LONG} p1inc 0 p2time 200 p2inc 0`);
    },
  ],
  'no-time': moves('moves at once with no time left', 'p1time 0 p1inc 0 p2time 200 p2inc 0'),
  'negative-time': moves('moves at once with less than no time left', 'p1time -100 p1inc 0 p2time 200 p2inc 0'),
  'one-answer': [
    'answers each "go" with exactly one "bestmove"',
    async (session) => {
      const lines = [...(await session.settle(session.position([], 'nodes 1'))), ...(await session.settle([]))];
      demand(lines.filter((line) => BEST_MOVE.test(line)).length <= 1, 'more than one bestmove');
    },
  ],
  'nothing-else': noLine(
    'writes only "info" and "bestmove" during a search',
    (line) => !/^\s*(info|bestmove)\b/.test(line),
  ),
  'info-after': [
    'writes no "info" of a search after its "bestmove"',
    async (session) => {
      const lines = [...(await searched(session)), ...(await session.settle([]))];
      demandNone(lines.slice(lines.findIndex((line) => BEST_MOVE.test(line))), (line) => INFO.test(line));
    },
  ],
  'info-numbers': noLine('writes whole numbers in "info"', (line) => INFO.test(line) && NUMBER.test(line)),
  'info-score': noLine('writes scores in "info" as "cp" or "mate" with a number', (line) => SCORE.test(line)),
  'info-grows': [
    'counts time and nodes upwards during a search',
    async (session) => {
      const lines = await searched(session);
      for (const key of ['time', 'nodes']) {
        const counts = lines
          .flatMap((line) => new RegExp(`^info .*\\b${key} (\\d+)`).exec(line)?.[1] ?? [])
          .map(Number);
        const fall = counts.findIndex((count, index) => count < (counts[index - 1] ?? 0));
        demand(fall < 0, `${key} ${counts[fall]} after ${counts[fall - 1]}`);
      }
    },
  ],
  'info-pv': [
    'writes variations in "info" that can be played',
    async (session) => {
      const played = session.random();
      for (const line of await searched(session, played)) {
        const [, variation = ''] = /^info (?!string).* pv (.+)$/.exec(line) ?? [];
        try {
          session.after([...played, ...variation.split(' ').filter(Boolean)]);
        } catch {
          throw new Failure(`not playable: ${line}`);
        }
      }
    },
  ],
};
