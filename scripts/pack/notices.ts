import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../lib/run.mjs';

/** What is read of an entry of `package-lock.json`. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The licences of what the command `tablier` brings with it: of packages that npm installs with it, on every platform, and of the libraries
 * that libvips contains. `names`: the packages that it depends on.
 */
export function thirdPartyNotices(names: readonly string[]): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const rows = installedWith(packages, names)
    .map((path) => [
      path.slice(path.lastIndexOf('node_modules/') + 13),
      packages[path]?.version,
      packages[path]?.license,
    ])
    .toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1))
    .map((row) => `| ${row.join(' | ')} |`);
  return `${[
    '# Third-party notices',
    'Tablier has the MIT licence, see `LICENSE`. The licences of what is built into the server are in `packages/cli/build/licenses.txt`, of what is built into the page in `packages/web/dist/licenses.txt` and `licenses-fonts.txt`.',
    'npm installs these packages with it, of those for one platform only its own. Each contains or names its licence.',
    ['| package | version | licence |', '| --- | --- | --- |', ...rows].join('\n'),
    'The source of LGPL and MPL parts: `web-push` contains its own; libvips is at <https://github.com/lovell/sharp-libvips> and <https://github.com/libvips/libvips>, at the versions in `node_modules/@img/*/versions.json`. You may replace it.',
    '## Libraries in libvips',
    librariesInLibvips(),
  ].join('\n\n')}\n`;
}

/** The places in the lockfile of all packages that are installed with some packages. */
function installedWith(packages: Readonly<Record<string, Locked>>, names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (from: string, name: string): void => {
    const path = resolveFrom(packages, from, name);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(path, each);
  };
  for (const name of names) for (const workspace of ['server', 'store', 'cli']) add(`packages/${workspace}`, name);
  return [...found];
}

/** Where Node finds a package that another one imports. */
function resolveFrom(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (path in packages) return path;
    if (folder === '.') return undefined;
  }
}

/** The table of the package of this platform. The others contain the same libraries. */
function librariesInLibvips(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'sharp', 'package.json'), 'utf8')) as Locked;
  const platforms = Object.keys(manifest.optionalDependencies ?? {}).filter((name) => name.includes('libvips'));
  const readme = platforms
    .map((name) => join(ROOT, 'node_modules', name, 'README.md'))
    .find((path) => existsSync(path));
  if (readme === undefined) throw new Error('libvips is not installed: its licences cannot be listed');
  const table = /^\|[^]*?(?=\n\n)/m.exec(readFileSync(readme, 'utf8'));
  if (table === null) throw new Error(`${readme} has no table of licences`);
  return table[0];
}
