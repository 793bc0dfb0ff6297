import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
