import { createRequire } from 'node:module';
import { build } from 'vite';

export const BOTS = 'tablierBots';

/** The games that the bots play in tests (`testkit/src/bot-games.ts`), as a script for browsers. */
export async function botsScript(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@tablier/testkit/bot-games');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: BOTS } },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error('no script was built');
  return chunk.code;
}
