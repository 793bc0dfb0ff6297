import { demand, goesOn, type Group, type Rule } from '../rules.ts';
import { ANSWER, illegalMove, moveIn, READY, type Session } from '../session.ts';

const LONG_LINE = 100_000;
const FLOOD = 2000;

/** It goes on after what is written as it is. */
const goesOnAfter = (what: string, text: string | Buffer): Rule => [
  `goes on after ${what}`,
  async (session) => {
    session.running().write(text);
    await session.survives();
  },
];

/** It says that it cannot move after these moves, and can still move elsewhere. */
const stays = (after: string, movesOf: (session: Session) => readonly string[]): Rule => [
  `does not move, but answers, after ${after}`,
  async (session) => {
    const answer = await session.ask(session.position(movesOf(session), 'nodes 1'), ANSWER);
    demand(moveIn(answer) === null, `"${answer}"`);
    await session.survives();
  },
];

const illegalAfter = (session: Session, moves: readonly string[]): string[] => [
  ...moves,
  illegalMove(session.game, session.after(moves)),
];

/** What others may send by mistake. */
export const ROBUSTNESS: Group = {
  'unknown-command': goesOn('a command that it does not know', 'no-such-command with words'),
  'chess-commands': goesOn('commands that only UCI has', 'ucinewgame', 'debug on', 'ponderhit', 'register later'),
  query: goesOn('a query that it does not know', 'query', 'query no-such-thing'),
  blank: goesOn('empty lines and blanks', '', '   ', '\t'),
  'long-line': goesOn('a line of 100,000 characters', 'x'.repeat(LONG_LINE)),
  letters: goesOn('letters that are not ASCII', 'épée 王 🂡'),
  bytes: goesOnAfter('bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a])),
  flood: goesOnAfter('thousands of lines at once', 'flood\n'.repeat(FLOOD)),
  'bad-position': goesOn('a position that is none', 'position', 'position moves', 'position no-such-thing'),
  'bad-limit': [
    'goes on after limits without a number',
    async (session) => {
      for (const limit of ['nodes', 'movetime x', 'no-such-limit']) {
        // Some say nothing, some move, and some search until they are stopped.
        await session.hears([...session.position([], limit), 'stop'], ANSWER, session.timeout / 4);
        await session.survives();
      }
    },
  ],
  spaces: [
    'reads a command with blanks around it',
    async (session) => {
      for (const line of ['  isready  ', '\tisready']) await session.ask([line], READY);
    },
  ],
  'inner-spaces': [
    'reads a command with several blanks between words',
    (session) => session.move([], 'nodes 1', (lines) => lines.map((line) => line.replace(/^(go|position) /, '$1   '))),
  ],
  'line-ends': ['reads the line ends of Windows', (session) => session.ask(['isready\r'], READY)],
  'illegal-start': stays('an illegal first move', (session) => illegalAfter(session, [])),
  'illegal-later': stays('legal moves and an illegal one', (session) => illegalAfter(session, session.random(4))),
  'unreadable-move': stays('a word that is no move', () => ['no-such-move']),
  'game-over': stays('the end of the game', (session) => session.random(Number.POSITIVE_INFINITY)),
};
