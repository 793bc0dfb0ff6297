import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sitDown, terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { startTestServer } from '../running.ts';
import { Browser } from '../accounts/browser.ts';

test('no file of the data folder contains the name of a deleted person, while the server runs', async () => {
  const server = await startTestServer();
  const browsers = [await Browser.guest(server.url, 'Adazzle'), await Browser.guest(server.url, 'Grace')] as const;
  const [ada, grace] = [await browsers[0].connect(), await browsers[1].connect()];
  const table = await sitDown([ada, grace], terms('isaac', { visibility: 'open' }));
  for (let line = 0; line < 5; line++) await ada.must({ kind: 'say', table, text: `a line of Adazzle, ${line}` });
  await browsers[0].setPassword('correct horse battery', 'adazzle-the-second');
  const [person = ''] = (browsers[0].cookies.get('tablier_session') ?? '').split('.');
  const folder = join(server.folder, 'data');
  const filesWith = (word: string): string[] =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(word));
  expect(filesWith('Adazzle')).not.toEqual([]);
  expect(filesWith(person)).not.toEqual([]);
  expect((await browsers[0].ask('DELETE', '/api/me')).status).toBe(204);
  for (const word of ['Adazzle', 'adazzle', person]) {
    await expect.poll(() => filesWith(word), { message: word }).toEqual([]);
  }
  expect((await grace.view(table)).match?.end?.by, 'the server runs').toBe('resign');
  await Promise.all([ada.leave(), grace.leave()]);
  await server.remove();
});
