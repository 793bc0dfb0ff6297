import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineProcess } from '../../bot/engine.ts';
import { demand, demandNone, type Group, type Rule } from '../rules.ts';
import { GREETED, READY, type Session } from '../session.ts';

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
const ends = (when: string, before: Before, tell: Tell, how?: string): Rule => [
  `ends ${when}`,
  async (session) => {
    const ending = await session.ending(before(session), tell);
    demand(ending !== null, 'still running');
    demand(how === undefined || ending === how, `${ending}`);
  },
];

/** What others rely on to start an engine, to talk to it and to get rid of it. */
export const PROCESS: Group = {
  starts: [
    'starts, and waits for input',
    async (session) => {
      await session.fresh([]);
      await session.hears([], NEVER, session.watched);
    },
  ],
  quit: ends('after "quit"', greeted, quit),
  'quit-first': ends('after "quit" as its first line', nothing, quit),
  'quit-searching': ends('after "quit" during a search', searching, quit),
  'end-of-input': ends('when its input does', greeted, closing),
  'end-of-input-searching': ends('when its input does during a search', searching, closing),
  'exit-code': ends('with the exit code 0 after "quit"', greeted, quit, 'exit code 0'),
  terminate: ends('after the signal TERM', searching, (process) => process.signal('SIGTERM')),
  children: [
    'leaves no process behind',
    async (session) => {
      const process = await session.fresh();
      quit(process);
      await process.ending(session.timeout);
      // What it has started may take a moment to end, too.
      for (let waited = 0; process.signal(0) && waited < session.timeout; waited += LOOK) await sleep(LOOK);
      demand(!process.signal(0), 'a process of its group is running');
    },
  ],
  twice: [
    'runs several times at once',
    async (session) => {
      await session.fresh();
      const other = session.another();
      try {
        await other.fresh();
        await session.move([], 'nodes 1');
      } finally {
        await other.close();
      }
    },
  ],
  pieces: [
    'reads a line that comes in pieces',
    async (session) => {
      await session.fresh();
      session.running().write('isre');
      await session.hears([], READY, session.watched);
      session.running().write('ady');
      await session.ask([''], READY);
    },
  ],
  'at-once': [
    'reads many lines that come at once',
    async (session) => {
      session.lines = [];
      session.running().write('isready\n'.repeat(MANY));
      await session.ask(['ugi'], GREETED);
      const count = session.lines.filter((line) => READY.test(line)).length;
      demand(count === MANY, `${count} readyok for ${MANY} isready`);
    },
  ],
  plain: [
    'writes text without control characters',
    async (session) =>
      demandNone(await session.settle(['ugi', ...session.position([], 'nodes 1')]), (line) => CONTROL.test(line)),
  ],
};
