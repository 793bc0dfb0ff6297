import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineProcess, ANSWER, GREETED, moveIn, READY } from '../../bot/engine.ts';
import { demand, demandNone, goesOn, type Group, illegalMove, type Rule, rule, type Session } from '../session.ts';

const MANY = 100;
/** Between two looks at what is left of a process. Milliseconds. */
const LOOK = 20;
const NEVER = /$^/;
/** All but a tab, which separates words, and the end of a line. */
const CONTROL = /[^\P{Cc}\t]/u;

type Tell = (process: EngineProcess) => unknown;
type Before = (session: Session) => readonly string[];

const quit: Tell = (process) => process.write('quit\n');
const closing: Tell = (process) => process.write(null);
const nothing: Before = () => [];
const greeted: Before = () => ['ugi'];
const searching: Before = (session) => ['ugi', ...session.position([], 'infinite')];

/** It ends in time after these lines when it is asked to. `how`: with this exit code or signal; absent: any. */
const ends = (when: string, before: Before, tell: Tell, how?: string): Rule =>
  rule(`ends ${when}`, async (session) => {
    const ending = await session.ending(before(session), tell);
    demand(ending !== null, 'still running');
    demand(how === undefined || ending === how, `${ending}`);
  });

/** What others rely on to start an engine, to talk to it and to get rid of it. */
export const PROCESS: Group = {
  starts: rule('starts, and waits for input', async (session) => {
    await session.fresh([]);
    await session.hears([], NEVER, session.watched);
  }),
  quit: ends('after "quit"', greeted, quit),
  'quit-first': ends('after "quit" as its first line', nothing, quit),
  'quit-searching': ends('after "quit" during a search', searching, quit),
  'end-of-input': ends('when its input does', greeted, closing),
  'end-of-input-searching': ends('when its input does during a search', searching, closing),
  'exit-code': ends('with the exit code 0 after "quit"', greeted, quit, 'exit code 0'),
  terminate: ends('after the signal TERM', searching, (process) => process.signal('SIGTERM')),
  children: rule('leaves no process behind', async (session) => {
    const process = await session.fresh();
    quit(process);
    await process.ending(session.timeout);
    // What it has started may take a moment to end, too.
    for (let waited = 0; process.signal(0) && waited < session.timeout; waited += LOOK) await sleep(LOOK);
    demand(!process.signal(0), 'a process of its group is running');
  }),
  twice: rule('runs several times at once', async (session) => {
    await session.fresh();
    const other = session.another();
    try {
      await other.fresh();
      await session.move([], 'nodes 1');
    } finally {
      await other.close();
    }
  }),
  pieces: rule('reads a line that comes in pieces', async (session) => {
    await session.fresh();
    session.running().write('isre');
    await session.hears([], READY, session.watched);
    session.running().write('ady');
    await session.ask([''], READY);
  }),
  'at-once': rule('reads many lines that come at once', async (session) => {
    session.lines = [];
    session.running().write('isready\n'.repeat(MANY));
    await session.ask(['ugi'], GREETED);
    const count = session.lines.filter((line) => READY.test(line)).length;
    demand(count === MANY, `${count} readyok for ${MANY} isready`);
  }),
  plain: rule('writes text without control characters', async (session) =>
    demandNone(await session.settle(['ugi', ...session.position([], 'nodes 1')]), (line) => CONTROL.test(line)),
  ),
};

const LONG_LINE = 100_000;
const FLOOD = 2000;

/** It goes on after what is written as it is. */
const goesOnAfter = (what: string, text: string | Buffer): Rule =>
  rule(`goes on after ${what}`, async (session) => {
    session.running().write(text);
    await session.survives();
  });

/** It says that it cannot move after these moves, and can still move elsewhere. */
const stays = (after: string, movesOf: (session: Session) => readonly string[]): Rule =>
  rule(`does not move, but answers, after ${after}`, async (session) => {
    const answer = await session.ask(session.position(movesOf(session), 'nodes 1'), ANSWER);
    demand(moveIn(answer) === null, `"${answer}"`);
    await session.survives();
  });

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
  'bad-limit': rule('goes on after limits without a number', async (session) => {
    for (const limit of ['nodes', 'movetime x', 'no-such-limit']) {
      // Some say nothing, some move, and some search until they are stopped.
      await session.hears([...session.position([], limit), 'stop'], ANSWER, session.timeout / 4);
      await session.survives();
    }
  }),
  spaces: rule('reads a command with blanks around it', async (session) => {
    for (const line of ['  isready  ', '\tisready']) await session.ask([line], READY);
  }),
  'inner-spaces': rule('reads a command with several blanks between words', (session) =>
    session.move([], 'nodes 1', (lines) => lines.map((line) => line.replace(/^(go|position) /, '$1   '))),
  ),
  'line-ends': rule('reads the line ends of Windows', (session) => session.ask(['isready\r'], READY)),
  'illegal-start': stays('an illegal first move', (session) => illegalAfter(session, [])),
  'illegal-later': stays('legal moves and an illegal one', (session) => illegalAfter(session, session.random(4))),
  'unreadable-move': stays('a word that is no move', () => ['no-such-move']),
  'game-over': stays('the end of the game', (session) => session.random(Number.POSITIVE_INFINITY)),
};
