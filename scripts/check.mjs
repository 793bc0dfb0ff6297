/** `npm run check`: the fast gate, under a minute. Leaves out the browser and the slow tests (`vitest.config.ts` says which). */
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import * as gates from './lib/gates.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runVitest } from './lib/suites.mjs';

await useSupportedNode();
await ensureInstalled('develop');

const messages = await gates.runGate(gates.messages);
const [first, second] = await Promise.all([
  gates.runInTurn([gates.types, gates.components]),
  gates.runInTurn([gates.format, gates.boundaries, gates.terms, gates.lint]),
]);
const tests = await runVitest('--mode quick');
gates.conclude([messages, ...first, ...second, tests]);
