/** `npm run new-game -- NAME`: writes a small, complete game called NAME as a starting point. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatError } from '@tablier/core';
import { ROOT, run } from '../lib/run.mjs';
import { type Plan, planGame } from './plan.ts';

const USAGE_ERROR = 2;

async function main(args: readonly string[]): Promise<number> {
  const [id] = args;
  if (id === undefined || args.length > 1) {
    console.error('usage: npm run new-game -- NAME');
    return USAGE_ERROR;
  }
  const plan = planGame(ROOT, id);
  if (!plan.ok) {
    console.error(`new-game: ${formatError(plan.error)}`);
    return USAGE_ERROR;
  }
  return write(plan.value);
}

async function write({ names, written, changed }: Plan): Promise<number> {
  for (const [path, text] of [...written, ...changed]) {
    mkdirSync(join(ROOT, dirname(path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  // The length of the name changes line breaks.
  const code = await format([...written.keys(), ...changed.keys()]);
  for (const path of written.keys()) console.log(`wrote    ${path}`);
  for (const path of changed.keys()) console.log(`changed  ${path}`);
  console.log(nextSteps(names.id));
  return code;
}

/** Formats the files; returns the exit code. */
async function format(paths: readonly string[]): Promise<number> {
  const result = await run(`oxfmt ${paths.join(' ')}`, { show: 'collect' });
  if (result.code !== 0) console.error(result.output);
  return result.code;
}

const nextSteps = (id: string): string => `
The game is complete: try npm run check, npx tablier play ${id}, npm start.
Now replace its parts, in the order of docs/adding-a-game.md:
  rules, options and moves     packages/games/src/${id}, packages/games/test/${id}
  the board and its texts      packages/web/src/games/${id}
  the text for the terminal    packages/games/src/${id}/text.ts
  the bots                     \`advice\` in packages/games/src/${id}/index.ts
Not generated: its box on the home page (BOXES in packages/web/src/games/catalogue.ts, and a record made by packages/web/wood/games.ts), its entry in docs/architecture.md, its line in CHANGELOG.md.`;

process.exitCode = await main(process.argv.slice(2));
