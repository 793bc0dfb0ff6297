import { readFileSync } from 'node:fs';

/** What mutation testing mutates, with which tests, and the score that must be reached. `docs/testing.md` publishes the results. */
export interface Target {
  /** Globs of the sources to mutate; a leading `!` leaves files out, and `:FIRST-LAST` the other lines. */
  readonly sources: readonly string[];
  /** Globs of the tests that may detect a mutant: those of the package that owns the sources. */
  readonly tests: readonly string[];
  /** The score to reach, in percent: detected mutants of all mutants that are not ignored. */
  readonly score: number;
  /**
   * Whether to leave out static mutants: those in code that runs once, when its module is loaded. Each of them needs the whole suite in a new
   * process. Schemas are such code, so `protocol` and `store` measure them too.
   */
  readonly ignoreStatic: boolean;
}

/** The rest of a file from a line on, as a range of Stryker (`FILE:FIRST-LAST`). */
export function fromMark(file: string, mark: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith(mark));
  if (first < 0) throw new Error(`${file} has no line that begins with "${mark}"`);
  return `${file}:${first + 1}-${lines.length}`;
}

const wholePackage = (name: string, ignoreStatic: boolean): Target => ({
  sources: [`packages/${name}/src/**/*.ts`],
  tests: [`packages/${name}/test/**/*.test.ts`],
  score: 85,
  ignoreStatic,
});

/** The rules of one game: neither its advice to bots and their beliefs, which have no right answer, nor its words for the terminal. */
const rulesOf = (game: string): Target => ({
  sources: [
    `packages/games/src/${game}/*.ts`,
    `!packages/games/src/${game}/{beliefs,bot,past,policy,policy-weights,text}.ts`,
  ],
  tests: [`packages/games/test/${game}/!(bots|bots.slow|evaluation).test.ts`],
  score: 80,
  ignoreStatic: true,
});

export const TARGETS: Readonly<Record<string, Target>> = {
  core: wholePackage('core', false),
  match: wholePackage('match', true),
  protocol: wholePackage('protocol', false),
  'games/isaac': rulesOf('isaac'),
  'games/nasca': rulesOf('nasca'),
  'games/masker': rulesOf('masker'),
  'games/arcanor': rulesOf('arcanor'),
  // The parts without I/O, and those of their tests that need no server and no database.
  server: {
    sources: [
      'packages/server/src/accounts/{common-passwords,cookies,usernames}.ts',
      'packages/server/src/api/bookmark.ts',
      'packages/server/src/bots/fair-queue.ts',
      'packages/server/src/cluster/{membership,outages,owner-node,presence}.ts',
      'packages/server/src/http/{hosts,origin,page-head,page-html,paging,proxies}.ts',
      'packages/server/src/jobs/job-kind.ts',
      'packages/server/src/lib/{addresses,nesting-depth,rate-limits}.ts',
      'packages/server/src/matchmaking/feed.ts',
      'packages/server/src/notifications/{push-endpoint,quiet-hours}.ts',
      'packages/server/src/privacy/redaction.ts',
      'packages/server/src/tables/{agenda,attendance,chat-window,command-hash,decide-command,done-commands}.ts',
      'packages/server/src/tables/{expiry,prepared-lines,prepared-stream,scheduled-actions}.ts',
      'packages/server/src/tables/{shown-names,table-state,table-terms,table-view}.ts',
      'packages/server/src/tournaments/{plan,terms,view}.ts',
      fromMark('packages/server/src/tables/subscribers.ts', 'export class ViewCache'),
    ],
    tests: [
      'packages/server/test/accounts/credentials-text.test.ts',
      'packages/server/test/api/bookmark.test.ts',
      'packages/server/test/bots/fair-queue.test.ts',
      'packages/server/test/cluster/{membership,outages,presence}.test.ts',
      'packages/server/test/http/{addresses-asked,page-head}.test.ts',
      'packages/server/test/jobs/job-kind.test.ts',
      'packages/server/test/lib/*.test.ts',
      'packages/server/test/matchmaking/feed.test.ts',
      'packages/server/test/notifications/{push-endpoint,quiet-hours}.test.ts',
      'packages/server/test/privacy/redactors.test.ts',
      'packages/server/test/tables/{attendance,chat-window,decisions,expiry,scheduled-actions,terms,unasked}.test.ts',
      'packages/server/test/tables/{prepared-lines,view-cache,views}.test.ts',
      'packages/server/test/tournaments/{plan,terms,view}.test.ts',
      'packages/server/test/shown-names.test.ts',
    ],
    score: 80,
    ignoreStatic: false,
  },
  store: {
    sources: [
      'packages/store/src/{place,record-id,summaries,notices}.ts',
      'packages/store/src/{streams/*,backup/format}.ts',
    ],
    tests: ['packages/store/test/{streams,descriptions,backup-lines}.test.ts'],
    score: 80,
    ignoreStatic: false,
  },
};

/** The targets that a name on the command line means: itself, or all of a package (`games`). */
export function targetsOf(name: string): readonly string[] {
  return Object.keys(TARGETS).filter((target) => target === name || target.startsWith(`${name}/`));
}
