import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';

/**
 * A kernel and the module that has its code.
 * @typedef {{ source: string, target: string }} Kernel
 */

/** @type {readonly Kernel[]} */
export const KERNELS = [
  { source: 'packages/games/assembly/nasca.ts', target: 'packages/games/src/nasca/kernel-code.ts' },
];

/** No runtime: a kernel allocates nothing. */
const ASC = 'asc -O3 --enable simd --runtime stub --noAssert --initialMemory 1';

/**
 * The text of the module with the code of a kernel.
 * @param {string} source
 */
export async function compileKernel(source) {
  const folder = await mkdtemp(join(tmpdir(), 'tablier-kernel-'));
  try {
    const file = join(folder, 'kernel.wasm');
    const { code, output } = await run(`${ASC} ${source} --outFile ${file}`, { show: 'collect' });
    if (code !== 0) throw new Error(`${source} does not compile: ${output}`);
    return moduleOf(source, await readFile(file));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {string} source
 * @param {Buffer} code
 */
const moduleOf = (source, code) => `/** The code of \`${source}\`, in Base64. Written by \`npm run kernels\`. */
// oxfmt-ignore
export const CODE =
  '${code.toString('base64')}';
`;
