/** `npm run kernels`: compiles the kernels, which are in AssemblyScript, into modules that the searches import. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useSupportedNode } from '../../packages/cli/bin/node.mjs';
import { compileKernel, KERNELS } from './compile.mjs';
import { ROOT } from '../../scripts/lib/run.mjs';

await useSupportedNode();
for (const { source, target } of KERNELS) {
  writeFileSync(join(ROOT, target), await compileKernel(source));
  console.log(`wrote ${target}`);
}
