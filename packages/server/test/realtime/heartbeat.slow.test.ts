import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { newGuest, RawConnection, terms } from '@tablier/testkit/online';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

test('a silent connection of a player is detected as dead', async () => {
  const line = await RawConnection.open(server.url, { cookie: await newGuest(server.url, 'Ada') });
  line.send({ kind: 'do', id: 'd', command: { kind: 'open', terms: terms('isaac') } });
  line.send({ kind: 'watch', table: (await line.next('done')).table });
  await line.next('table');
  const begun = performance.now();
  // Incoming data is no longer read, so no ping is answered, as on a connection that was cut.
  line.ws.pause();
  const code = await new Promise<number>((resolve) => {
    const check = setInterval(() => {
      const closing = server.log
        .filter((text) => text.includes('"connection closed"'))
        .map((text) => JSON.parse(text) as { ms: number; code: number });
      const dead = closing.find(({ ms }) => ms >= 7000);
      if (dead === undefined) return;
      clearInterval(check);
      resolve(dead.code);
    }, 100);
  });
  expect(code).toBe(1006);
  // 7.5 to 10 seconds on an idle machine.
  expect(performance.now() - begun).toBeLessThan(40_000);
  line.ws.terminate();
});
