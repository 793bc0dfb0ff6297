import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from '../lib/run.mjs';
import { compile, flatten } from './compile.ts';
import { thirdPartyNotices } from './notices.ts';

/** The paths of the tarballs. */
export interface Tarballs {
  readonly rules: string;
  readonly client: string;
  readonly cli: string;
  readonly board: string;
}

interface Manifest {
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readJson = <T>(...path: readonly string[]): T => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as T;
const readManifest = (workspace: string) => readJson<Manifest>('packages', workspace, 'package.json');

/** Workspaces whose dependencies the program needs when it runs; `BUILT_IN` is part of the program. */
const PROGRAM = ['cli', 'server', 'store'] as const;
const BUILT_IN = new Set(['kysely', 'zod']);

/** All packages. Only the command line needs a built page and program. */
export const PACKAGES = ['rules', 'client', 'cli', 'board'] as const satisfies readonly (keyof Tarballs)[];

/** Packs some packages into `folder`. */
export async function pack<Name extends keyof Tarballs>(
  folder: string,
  names: readonly Name[],
): Promise<Pick<Tarballs, Name>> {
  const staging = mkdtempSync(join(tmpdir(), 'tablier-pack-'));
  const compiled = join(staging, 'compiled');
  const stages: Readonly<Record<keyof Tarballs, () => string | Promise<string>>> = {
    rules: () => stageRules(staging, compiled),
    client: () => stageClient(staging, compiled),
    cli: () => stageProgram(staging),
    board: () => stageElement(staging),
  };
  try {
    mkdirSync(compiled);
    if (names.some((name) => name === 'rules' || name === 'client')) await compile(compiled);
    const paths: Partial<Record<Name, string>> = {};
    for (const name of names) paths[name] = await tarball(await stages[name](), folder);
    return paths as Pick<Tarballs, Name>;
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** The rules and bots of all games: one flat package. */
function stageRules(staging: string, compiled: string): string {
  const stage = makeStage(staging, 'rules', {
    ...described('@tablier/rules', 'The rules of Nasca, Masker, Isaac and Arcanor, with bots.'),
    ...entries({ '.': 'index', './ai': 'ai', './games/*': 'games/*' }),
    files: ['*.js', '*.d.ts', 'games', 'lib'],
    sideEffects: false,
    dependencies: {},
  });
  flatten(compiled, ['core', 'ai', 'games'], join(stage, 'lib'));
  const reexport = (file: string, ...from: readonly string[]): void => {
    for (const end of ['js', 'd.ts'])
      writeFileSync(join(stage, `${file}.${end}`), from.map((path) => `export * from '${path}';\n`).join(''));
  };
  reexport('index', './lib/core/index.js', './lib/games/index.js');
  reexport('ai', './lib/ai/index.js');
  mkdirSync(join(stage, 'games'));
  for (const game of gamesOf(compiled)) reexport(join('games', game), `../lib/games/${game}/index.js`);
  return stage;
}

const gamesOf = (compiled: string): string[] =>
  readdirSync(join(compiled, 'games', 'src'), { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== 'shared')
    .map(({ name }) => name);

/** The client of the protocol: one flat package, with what it needs of the rules of matches. */
function stageClient(staging: string, compiled: string): string {
  const { ws = '' } = readManifest('client').dependencies ?? {};
  const { zod = '' } = readManifest('protocol').dependencies ?? {};
  const stage = makeStage(staging, 'client', {
    ...described('@tablier/client', 'Plays on a Tablier server over its WebSocket.'),
    ...entries({ '.': 'lib/client/index', './browser': 'lib/client/browser', './node': 'lib/client/node' }),
    files: ['lib'],
    sideEffects: false,
    dependencies: { ws, zod },
  });
  flatten(compiled, ['core', 'match', 'protocol', 'client'], join(stage, 'lib'));
  return stage;
}

/** The built program and page, in the folders of a checkout, which the program expects. */
function stageProgram(staging: string): string {
  const dependencies = PROGRAM.flatMap((name) => Object.entries(readManifest(name).dependencies ?? {}));
  const wanted = dependencies.filter(([name]) => !name.startsWith('@tablier/') && !BUILT_IN.has(name));
  const stage = makeStage(staging, 'cli', {
    ...described('tablier', 'Play, watch, study and program four wooden abstract games.'),
    bin: { tablier: 'packages/cli/bin/tablier.js' },
    files: ['packages', 'scripts', 'tablier.1', 'THIRD-PARTY-NOTICES.md'],
    // npm links the pages of a list only.
    man: ['tablier.1'],
    dependencies: Object.fromEntries(wanted.toSorted(([left], [right]) => (left < right ? -1 : 1))),
  });
  const parts = [
    'packages/cli/bin',
    'packages/cli/build',
    'packages/web/dist',
    'scripts/runtime/package.json',
    'scripts/runtime/package-lock.json',
  ];
  for (const part of parts) cpSync(join(ROOT, part), join(stage, part), { recursive: true });
  writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.md'), thirdPartyNotices(wanted.map(([name]) => name)));
  const program = join(ROOT, 'packages', 'cli', 'bin', 'tablier.js');
  writeFileSync(join(stage, 'tablier.1'), execFileSync(process.execPath, [program, 'man']));
  return stage;
}

/** The custom element, as files for browsers. */
async function stageElement(staging: string): Promise<string> {
  const stage = makeStage(staging, 'board', {
    ...described('@tablier/board', 'A web component that shows games of Nasca, Masker, Isaac and Arcanor.'),
    files: ['*.js', '*.d.ts', '*.webp', '*.svg', 'licenses.txt'],
    // The element is defined by files of which a page uses nothing: bundlers would drop them.
    sideEffects: ['./tablier-board.js', './board.js', './react.js', './vue.js'],
    ...entries({ '.': 'tablier-board', './react': 'react', './vue': 'vue' }),
    dependencies: {},
    // Only for the types of these entries.
    ...optionalPeers({ '@types/react': '>=18.2', react: '>=18', vue: '>=3.3' }),
  });
  // In a process of its own: Svelte compiles for development where `NODE_ENV` is that of a test.
  const command = `node ${join('packages', 'web', 'element-build.ts')} ${stage}`;
  const { code, output } = await run(command, { show: 'collect', env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(output);
  return stage;
}

/** A folder with what every package has. */
function makeStage(staging: string, name: string, manifest: object): string {
  const stage = join(staging, name);
  mkdirSync(stage);
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  cpSync(join(ROOT, 'scripts', 'pack', 'readme', `${name}.md`), join(stage, 'README.md'));
  return stage;
}

/** What all packages have in common: the version, the licence and the repository are those of the root. */
function described(name: string, description: string): object {
  const { version, license, repository } = readJson<Readonly<Record<string, unknown>>>('package.json');
  return { name, version, description, license, repository, type: 'module', engines: { node: '>=20.10' } };
}

/** The entries of a package, from names of files without their ends. `main` and `types` are for tools that do not read `exports`. */
function entries(files: Readonly<Record<string, string>>): object {
  const entry = (path: string): object => ({ types: `./${path}.d.ts`, default: `./${path}.js` });
  const exports = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, entry(path)]));
  const main = files['.'] ?? '';
  return { main: `./${main}.js`, types: `./${main}.d.ts`, exports };
}

const optionalPeers = (peers: Readonly<Record<string, string>>): object => ({
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
});

async function tarball(stage: string, folder: string): Promise<string> {
  const { code, output } = await run(`npm pack ${stage} --pack-destination ${folder} --json --loglevel=error`, {
    show: 'collect',
  });
  const name = /"filename": "([^"]+)"/.exec(output)?.[1];
  if (code !== 0 || name === undefined) throw new Error(output);
  return join(folder, name.replace('@', '').replace('/', '-'));
}
