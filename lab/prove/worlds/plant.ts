/**
 * Loaded before the program (`--import`): replaces an exported function while its module is loaded, as `TABLIER_MUTATION` says. The
 * mutations themselves are loaded after the hook, so they may import what they replace. A mutation that cannot be planted ends the process with its name.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { type Planted, plantedIn, setReplacement } from './replaced.ts';

/** What is appended to the address of the module that the replacement wraps. */
const ORIGINAL = '?original';

const planted = plantedIn(process.env);
// Worker threads run bots and the database: no mutation is there.
if (planted !== null && isMainThread) await plant(planted);

async function plant({ name, module, target }: Planted): Promise<void> {
  if (!existsSync(module)) throw new Error(`mutation "${name}": ${module} does not exist`);
  const replaced = pathToFileURL(module).href;
  const registry = JSON.stringify(new URL('./replaced.ts', import.meta.url));
  const original = JSON.stringify(replaced + ORIGINAL);
  const source = [
    `import * as original from ${original};`,
    `import { replaced } from ${registry};`,
    `export * from ${original};`,
    `export const ${target} = replaced(original[${JSON.stringify(target)}]);`,
  ].join('\n');
  registerHooks({
    load: (url, context, next) =>
      url === replaced ? { format: 'module', shortCircuit: true, source } : next(url, context),
  });
  const { MUTATIONS } = await import('./mutations.ts');
  const mutation = MUTATIONS.find((each) => each.name === name);
  if (mutation === undefined) throw new Error(`no mutation is called "${name}"`);
  setReplacement(mutation.replace);
}
