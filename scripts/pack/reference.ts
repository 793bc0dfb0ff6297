import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { ROOT, run } from '../lib/run.mjs';
import type { Tarballs } from './pack.ts';

/** Packages with a programming interface. The element and the command are described by their pages alone. */
const DESCRIBED = ['rules', 'client'] as const;

/** Where the server finds them, at `/reference/index.html`. */
export const REFERENCE = join(ROOT, 'packages', 'web', 'dist', 'reference');

/** Writes the pages of the programming interface into a folder, from the tarballs that other people install. Throws if TypeDoc warns. */
export async function writeReference(
  tarballs: Pick<Tarballs, (typeof DESCRIBED)[number]>,
  folder: string,
): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'tablier-reference-'));
  try {
    const places: string[] = [];
    for (const name of DESCRIBED) places.push(await unpack(work, name, tarballs[name]));
    const application = await Application.bootstrapWithPlugins({
      name: 'Tablier',
      entryPointStrategy: 'packages',
      entryPoints: places,
      packageOptions: {
        excludeExternals: true,
        disableSources: true,
        excludePrivate: true,
        readme: 'README.md',
        skipErrorChecking: true,
        // Types of a game's own position may stay its own.
        validation: { notExported: false },
      },
      readme: 'none',
      githubPages: false,
      hideGenerator: true,
      logLevel: 'Warn',
      validation: { invalidLink: true, notExported: false },
    });
    const project = await application.convert();
    if (project === undefined) throw new Error('the interfaces of the packages could not be read, see above');
    application.validate(project);
    await application.generateDocs(project, folder);
    removeInlineScripts(folder);
    if (application.logger.hasErrors() || application.logger.hasWarnings())
      throw new Error('the pages of the programming interface have faults, see above');
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Its entries become those of TypeDoc. Returns the folder. */
async function unpack(work: string, name: string, file: string): Promise<string> {
  const place = join(work, name);
  mkdirSync(place);
  const { code, output } = await run(`tar -xzf ${file} -C ${place} --strip-components=1`, { show: 'collect' });
  if (code !== 0) throw new Error(output);
  const { exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types: string }>>;
  };
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    skipLibCheck: true,
  };
  const paths = { typeRoots: [join(ROOT, 'node_modules', '@types')], types: ['node'] };
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...paths }, include: ['**/*.d.ts'] }),
  );
  const entryPoints = Object.values(exports).map(({ types }) => types);
  writeFileSync(join(place, 'typedoc.json'), JSON.stringify({ entryPoints }));
  return place;
}

/** The policy of the server forbids them. They only hide a page until its theme is known. */
function removeInlineScripts(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/<script>.*?<\/script>/gs, ''));
  }
}
