/**
 * Makes `account-logs.backup` and `account-logs.json`: a database as the version of commit 2d5f752 left it, in which each account was a
 * log of events. Ada has a password, two passkeys and a log long enough for a snapshot; Basil is a guest; Cleo left traces at a table where
 * she did not sit; the deletion of Dora and the move of Eve's games to Ada were decided and not finished. It was run with the sources of
 * that commit, as `node packages/server/test/previous/make-account-logs.ts packages/server/test/previous`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import { backup } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { randomChoice, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { startServer } from '../../src/index.ts';
import { Authenticator } from '../accounts/authenticator.ts';
import { Browser } from '../accounts/browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORDS = { ada: 'correct horse battery', dora: 'staple of the correct horse' } as const;
const folder = mkdtempSync(join(tmpdir(), 'tablier-account-logs-'));
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir: folder,
  log: () => undefined,
  online: { limits: { guests: MANY, changes: MANY, renames: MANY, tables: MANY, signIns: MANY, accounts: MANY } },
});
const [ada, basil, cleo, dora, eve] = await Promise.all(
  ['Ada', 'Basil', 'Cleo', 'Dora', 'Eve'].map((name) => Browser.guest(server.url, name, `Browser of ${name}`)),
);
if (!ada || !basil || !cleo || !dora || !eve) throw new Error('a guest is missing');

function expectStatus({ status, text }: { readonly status: number; readonly text: string }, wanted: number): void {
  if (status !== wanted) throw new Error(`${status} ${text}`);
}

expectStatus(await ada.setPassword(PASSWORDS.ada, 'Ada'), 204);
// A passkey is for the host name of the page: the page of the test is at another port.
const device = new Authenticator(ada.url);
expectStatus(await ada.addPasskey(device), 204);
expectStatus(await ada.addPasskey(new Authenticator(ada.url)), 204);
for (let count = 0; count < 230; count++) {
  expectStatus(await ada.ask('PATCH', '/api/me', { name: count % 2 === 0 ? 'Augusta Ada' : 'Ada' }), 200);
}
const second = new Browser(server.url, 'Second browser of Ada');
expectStatus(await second.signIn('ADA', PASSWORDS.ada), 200);
const closed = new Browser(server.url, 'Closed browser of Ada');
expectStatus(await closed.signInWith(device), 200);
const closedCookie = closed.cookie;
expectStatus(await closed.ask('DELETE', '/api/sessions/current'), 204);
expectStatus(await dora.setPassword(PASSWORDS.dora, 'Dora'), 204);

const lines: TestClient[] = [];
async function lineOf(browser: Browser): Promise<TestClient> {
  const line = await browser.connect();
  lines.push(line);
  return line;
}
const [adas, basils, cleos, doras, eves] = await Promise.all([ada, basil, cleo, dora, eve].map(lineOf));
if (!adas || !basils || !cleos || !doras || !eves) throw new Error('a guest is missing');

async function tableOf(players: readonly TestClient[], game: string, plies: number): Promise<string> {
  const table = await sitDown(players, terms(game, { visibility: 'open' }));
  const rng = new SeededRng(game);
  for (let ply = 0; ply < plies; ply++) {
    const view = await players[0]?.view(table, ({ match }) => match?.plies === ply);
    const mover = players[view?.match?.view.turn ?? 0];
    if (mover === undefined) throw new Error('no player is to move');
    const seen = await mover.view(table, ({ match }) => match?.plies === ply);
    await mover.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(seen, rng) } });
  }
  return table;
}

const tables = {
  ada: await tableOf([adas, basils], 'isaac', 6),
  dora: await tableOf([doras, basils], 'masker', 4),
  eve: await tableOf([eves, basils], 'nasca', 2),
};
await adas.must({ kind: 'say', table: tables.ada, text: 'a word of Ada' });
await cleos.must({ kind: 'say', table: tables.ada, text: 'a word of Cleo' });
await doras.must({ kind: 'say', table: tables.ada, text: 'a word of Dora' });
await eves.must({ kind: 'say', table: tables.dora, text: 'a word of Eve' });
await Promise.all(lines.map((line) => line.leave()));
await server.close();
const at = Date.now();

const idOf = ({ cookies }: Browser): string => (cookies.get('tablier_session') ?? '').split('.')[0] ?? '';
const store = await mustOpen({ folder });
for (const [browser, kind, data] of [
  [dora, 'leaving', {}],
  [eve, 'joining', { person: idOf(ada) }],
] as const) {
  const log = `p-${idOf(browser)}`;
  const seq = (await store.head(log))?.seq ?? 0;
  const listing = { status: 'over', summary: null, people: ['leaving'] } as const;
  await store.append(log, seq, [{ at, kind, data }], { listing });
}
await store.close();

const out = process.argv[2] ?? '.';
const saved = await backup({ folder }, join(out, 'account-logs.backup'));
if (!saved.ok) throw new Error(saved.error.detail);
const people = Object.fromEntries(
  Object.entries({ ada, basil, cleo, dora, eve }).map(([name, browser]) => [
    name,
    { id: idOf(browser), cookie: `tablier_session=${browser.cookies.get('tablier_session') ?? ''}` },
  ]),
);
const noted = {
  at,
  people,
  secondCookie: second.cookie,
  closedCookie,
  deviceCookie: `tablier_device=${second.cookies.get('tablier_device') ?? ''}`,
  password: PASSWORDS.ada,
  device: device.save(),
  tables,
};
writeFileSync(join(out, 'account-logs.json'), `${JSON.stringify(noted, null, 2)}\n`);
rmSync(folder, { recursive: true });
