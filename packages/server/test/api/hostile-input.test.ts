import { makePostgresDatabase } from '@tablier/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer } from '../running.ts';

const PASSWORD = 'correct horse battery';
const NUL = '\u0000';

/** Texts that PostgreSQL refuses, and numbers beyond its integers. */
const PATHS = [
  ...['%00', '9999999999999999999', '1e300', '-1', '1.5', '999999999999999.999999999999999'].flatMap((text) => [
    `/api/v1/search?before=${text}`,
    `/api/v1/records?before=${text}`,
    `/api/v1/tables?before=${text}`,
    `/api/v1/tournaments?before=${text}`,
    `/api/v1/people/ada/games?before=${text}`,
    `/api/v1/ratings/isaac/rapid?after=${text}`,
  ]),
  ...['/api/v1/people/%00', '/api/v1/records/%00', '/api/studies/%00', '/api/v1/tournaments/%00'],
  ...['/api/statistics/%00', '/api/v1/tables/%00', '/api/v1/people/ada/graph/%00/rapid'],
  ...[
    '/api/v1/search?game=%00',
    '/api/v1/search?opening=%00&game=isaac',
    '/api/v1/search?player=%00',
    '/t/%00',
    '/g/%00',
  ],
];

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('no text and no number from a client reaches a statement that the database refuses', async () => {
    const server = await startTestServer(UNLIMITED, kind === 'sqlite' ? undefined : await makePostgresDatabase());
    onTestFinished(() => server.remove());
    const browser = await Browser.guest(server.url, 'Ada');
    expect((await browser.setPassword(PASSWORD, 'ada')).status).toBe(204);
    const shown = { ratings: true, games: true };
    expect((await browser.ask('PUT', '/api/me/profile', shown)).status).toBe(200);
    const bodies = [
      ['POST', '/api/v1/reports', { person: { username: 'ada' }, reason: 'other', text: NUL }],
      ['POST', '/api/v1/me/relations', { kind: 'block', person: { username: NUL } }],
      ['PUT', '/api/studies/Study00000000001', { title: NUL, base: 1e300, chapters: [] }],
      ['POST', '/api/v1/tournaments', { id: NUL, terms: {} }],
      ['POST', '/api/sign-in/password', { login: NUL, password: NUL }],
      ['POST', '/api/me/tokens', { label: NUL, scopes: ['read'], days: null }],
      ['PUT', '/api/me/name', { name: NUL }],
    ] as const;
    for (const path of PATHS) expect((await browser.ask('GET', path)).status, path).toBeLessThan(500);
    for (const [method, path, body] of bodies)
      expect((await browser.ask(method, path, body)).status, path).toBeLessThan(500);
    expect(server.log.filter((line) => line.includes('StoreFault'))).toEqual([]);
  });
});
