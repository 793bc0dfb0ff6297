import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileKernel, KERNELS } from '../../kernels/compile.mjs';
import { ROOT } from '../../../scripts/lib/run.mjs';

test.each(KERNELS)('$target is what $source compiles to; `npm run kernels` writes it', async ({ source, target }) => {
  expect(readFileSync(join(ROOT, target), 'utf8')).toBe(await compileKernel(source));
});

test('a kernel with a fault is named', async () => {
  await expect(compileKernel('packages/games/assembly/missing.ts')).rejects.toThrow('missing.ts does not compile');
});
