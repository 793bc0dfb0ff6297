import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEmptyPostgresDatabase } from '@tablier/testkit';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesUntil, runHere, start } from './tablier.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-operations-'));
  const store = await openStore({ folder: join(folder, 'tablier') });
  if (!store.ok) throw new Error(store.error.detail);
  await store.value.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The commands of `tablier` in a page, in order. */
const commandsOf = (page: string): string[] =>
  [...read(page).matchAll(/```sh\n([^`]*)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line.startsWith('tablier '));

test('every command of `tablier` in docs/operations.md works, in their order', async () => {
  const database = await makeEmptyPostgresDatabase();
  const settings = /```ini\n(TABLIER_DATA[^`]*)```/.exec(read('docs/operations.md'))?.[1] ?? '';
  const here = (text: string): string =>
    text
      .replaceAll('/var/lib/', `${folder}/`)
      .replaceAll('/var/backups/', `${folder}/`)
      .replaceAll('/etc/', `${folder}/`)
      .replaceAll('postgres://tablier:secret@database/tablier', database)
      .replaceAll(':: --port 3000', '127.0.0.1 --port 0');
  // A free port instead of that of the page.
  writeFileSync(join(folder, 'tablier.env'), here(settings).replace('METRICS_PORT=9464', 'METRICS_PORT=0'));
  const commands = commandsOf('docs/operations.md').map(here);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const words = command.split(' ').slice(1);
    if (words[0] === 'serve') await serveShortly(words);
    else expect(await runHere(words), command).toMatchObject({ code: 0 });
  }
  expect(existsSync(join(folder, 'tablier-restored', 'tablier.db'))).toBe(true);
});

async function serveShortly(words: readonly string[]): Promise<void> {
  const child = start(words, { PORT: '0' });
  await linesUntil(child, /^Tablier is at/);
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
}

test('the command of docs/self-hosting.md serves', async () => {
  const commands = [...read('docs/self-hosting.md').matchAll(/^npx tablier ([^#\n]+)/gm)].map(([, words = '']) =>
    words
      .trim()
      .replace('/var/lib/', `${join(folder, 'self-hosting')}/`)
      .replace('--port 3000', '--port 0')
      .split(' '),
  );
  expect(commands.map(([name]) => name)).toEqual(['serve']);
  for (const words of commands) await serveShortly(words);
});

test('the files that docs/operations.md names exist', () => {
  const named = [...read('docs/operations.md').matchAll(/`((?:deploy\/|compose)[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(2);
  for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true);
});
