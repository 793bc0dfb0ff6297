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
    `!packages/games/src/${game}/{beliefs,bot,policy,policy-weights,text}.ts`,
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
  // The parts without I/O, and those of their tests that need no server. Some read and write a database of SQLite.
  server: {
    sources: [
      'packages/server/src/accounts/{passwords,signatures}.ts',
      'packages/server/src/archive/incoming.ts',
      'packages/server/src/cluster/{membership,node}.ts',
      'packages/server/src/contacts/*.ts',
      'packages/server/src/http/{hosts,page-head,page-html,request}.ts',
      'packages/server/src/jobs/job-queue.ts',
      'packages/server/src/lib/{addresses,caches,fair-queue,rate-limits,tasks}.ts',
      'packages/server/src/matchmaking/{create-matchmaking,feed,lobby}.ts',
      'packages/server/src/notifications/messages.ts',
      'packages/server/src/privacy/personal-data.ts',
      'packages/server/src/ratings/profiles.ts',
      'packages/server/src/relations/relations.ts',
      'packages/server/src/tables/decisions/*.ts',
      'packages/server/src/tables/finished/finished-match.ts',
      'packages/server/src/tables/logs/{chat,prepared-moves}.ts',
      'packages/server/src/tables/state/{table-state,table-terms}.ts',
      'packages/server/src/tables/views/*.ts',
      'packages/server/src/tournaments/{plan,terms,view}.ts',
      fromMark('packages/server/src/accounts/authenticate.ts', '/** The session cookie on encrypted'),
      fromMark('packages/server/src/accounts/people.ts', 'export const credentialsOf'),
      fromMark('packages/server/src/archive/search.ts', '/** Games of the store as everyone'),
      fromMark('packages/server/src/http/embed.ts', '/** The whole frame: it is read'),
      fromMark('packages/server/src/http/page-texts.ts', 'export interface PageLanguage'),
      fromMark('packages/server/src/notifications/mail-links.ts', 'export type LinkPurpose'),
      fromMark('packages/server/src/accounts/passkeys.ts', '/** The host and origin of this server'),
      fromMark('packages/server/src/api/event-streams.ts', '/** What a client has of a table'),
      fromMark('packages/server/src/cluster/cluster-node.ts', 'export function ownerOf'),
      fromMark('packages/server/src/api/operation.ts', 'export function checkInput'),
      fromMark('packages/server/src/operator/reports.ts', 'const HOUR ='),
      fromMark('packages/server/src/tables/watching/subscribers.ts', 'export class ViewCache'),
    ],
    tests: [
      'packages/server/test/accounts/{credentials-text,secrets,sign-in-attempts}.test.ts',
      'packages/server/test/api/{access,bookmark,errors,inputs,table-list}.test.ts',
      'packages/server/test/archive/{archive-quota,check-study,found-games,search-query}.test.ts',
      'packages/server/test/cluster/{membership,node-messages,outages,presence}.test.ts',
      'packages/server/test/contacts/contacts.test.ts',
      'packages/server/test/http/{request-origin,answers,embed-html,page-head,page-language}.test.ts',
      'packages/server/test/jobs/*.test.ts',
      'packages/server/test/lib/*.test.ts',
      'packages/server/test/matchmaking/{feed,lobby,lobby-lists,newest,person-presence,seek-log}.test.ts',
      'packages/server/test/moderation/mute-terms.test.ts',
      'packages/server/test/notifications/{events,messages,push-endpoint,quiet-hours}.test.ts',
      'packages/server/test/privacy/redactors.test.ts',
      'packages/server/test/ratings/profiles.test.ts',
      'packages/server/test/relations/choices.test.ts',
      'packages/server/test/tables/{decisions,logs,state}/*.test.ts',
      'packages/server/test/tables/finished/finished-game.test.ts',
      'packages/server/test/tables/views/own-listing.test.ts',
      'packages/server/test/tables/views/views.test.ts',
      'packages/server/test/tables/watching/{attendance,view-cache}.test.ts',
      'packages/server/test/tournaments/{place,plan,terms,view}.test.ts',
    ],
    score: 80,
    ignoreStatic: false,
  },
  store: {
    sources: [
      'packages/store/src/{place,archive,notices,operations}.ts',
      'packages/store/src/{streams/stream-type,backup/format,accounts/session-cache}.ts',
      'packages/store/src/{migrations/account-log,ratings/rating}.ts',
    ],
    tests: [
      'packages/store/test/{streams,descriptions,backup-lines}.test.ts',
      'packages/store/test/{account-log,next-ratings,session-cache,write-health}.test.ts',
    ],
    score: 80,
    ignoreStatic: false,
  },
};

/** The targets that a name on the command line means: itself, or all of a package (`games`). */
export function targetsOf(name: string): readonly string[] {
  return Object.keys(TARGETS).filter((target) => target === name || target.startsWith(`${name}/`));
}
