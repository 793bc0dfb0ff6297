import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../../../prove/lib/repository.ts';
import { MUTATIONS } from '../../../prove/worlds/mutations.ts';
import { environmentFor, type Planted } from '../../../prove/worlds/replaced.ts';

describe('mutations', () => {
  test.each(MUTATIONS)('there is something to replace: $name', async ({ module, target }) => {
    const exports = (await import(pathToFileURL(join(REPOSITORY, module)).href)) as Record<string, unknown>;
    expect(exports[target], `${module} exports ${target}`).toBeTypeOf('function');
  });

  test('have names of their own', () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
  });

  const PLACE = { module: 'packages/match/src/project.ts', target: 'project' };
  test.each([
    [
      'the module',
      { name: 'gone', ...PLACE, module: 'packages/match/src/gone.ts' },
      /"gone": .*gone\.ts does not exist/,
    ],
    ['the target', { name: 'gone', ...PLACE, target: 'gone' }, /"gone": gone of .* is no exported function or class/],
    ['the mutation', { name: 'gone', ...PLACE }, /no mutation is called "gone"/],
  ])('fail by name without %s', (_, planted, error) => {
    expect(() => start(planted)).toThrow(error);
  });
});

/** Starts a process that plants a mutation and loads the match package. */
function start(planted: Planted): void {
  const plant = pathToFileURL(join(REPOSITORY, 'lab/prove/worlds/plant.ts')).href;
  execFileSync(process.execPath, ['--import', plant, '--input-type=module', '--eval', 'import "@tablier/match"'], {
    cwd: REPOSITORY,
    env: { ...process.env, ...environmentFor(planted) },
    stdio: 'pipe',
  });
}
