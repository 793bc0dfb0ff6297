import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ROOT, run } from '../lib/run.mjs';

/** The workspaces that are published as sources, compiled. */
export const LIBRARIES = ['core', 'ai', 'games', 'match', 'protocol', 'client'] as const;
export type Library = (typeof LIBRARIES)[number];

/**
 * Compiles the libraries to ES modules with types, into `folder/NAME/src/`. Types are not checked: that is the gate's
 * work.
 */
export async function compile(folder: string): Promise<void> {
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      declaration: true,
      declarationMap: false,
      emitDeclarationOnly: false,
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      rootDir: join(ROOT, 'packages'),
      outDir: folder,
    },
    include: LIBRARIES.map((name) => join(ROOT, 'packages', name, 'src')),
  };
  const file = join(folder, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  const { code, output } = await run(`tsc -p ${file}`, { show: 'collect' });
  if (code !== 0) throw new Error(output);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts')) nameCompiled(join(folder, name));
}

/** Declarations name the sources that they were made from; readers have the compiled files only. */
function nameCompiled(path: string): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll(/((?:from |import\()['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2'));
}

/**
 * Copies compiled libraries into `target/NAME/`. They import each other by relative paths there: package managers look for a package that is
 * named in the registry, even if the tarball contains it.
 */
export function flatten(compiled: string, names: readonly Library[], target: string): void {
  for (const name of names) cpSync(join(compiled, name, 'src'), join(target, name), { recursive: true });
  for (const file of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    const text = readFileSync(join(target, file), 'utf8');
    const flat = text.replaceAll(
      /(?<=(?:from|import) ?\(?(['"]))@tablier\/(\w+)(\/[\w/-]+)?(?=\1)/g,
      (_match, _quote: string, name: Library, path = '') =>
        relativePath(file, join(name, compiledFile(name, path as string))),
    );
    if (flat !== text) writeFileSync(join(target, file), flat);
  }
}

/** The compiled file of an export of a library, from its folder. `path` begins with a slash and is empty for the library itself. */
function compiledFile(name: Library, path: string): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  for (const [pattern, source] of Object.entries(manifest.exports)) {
    const [before = '', after] = pattern.split('*');
    const wanted = `.${path}`;
    const isMatch = after === undefined ? wanted === before : wanted.startsWith(before) && wanted.endsWith(after);
    if (!isMatch || !source.startsWith('./src/')) continue;
    const star = after === undefined ? '' : wanted.slice(before.length, wanted.length - after.length);
    if (star.includes('/')) continue;
    return source.replace('./src/', '').replace('*', star).replace(/\.ts$/, '.js');
  }
  throw new Error(`@tablier/${name} does not export ${path}`);
}

function relativePath(from: string, to: string): string {
  const path = relative(dirname(from), to).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
