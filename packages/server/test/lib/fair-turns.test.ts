import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerError, clientOf } from '../../src/http/request.ts';
import { FairTurns } from '../../src/lib/fair-queue.ts';

const clientAt = (address: string, left = new AbortController().signal) => ({ address, person: address, left });
const newTurns = () => new FairTurns({ most: 20, mostPerAddress: 10 });

/** Work that is noted when it begins, and ends when `finish` is called. */
function works(turns: FairTurns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (address: string, left?: AbortSignal): Promise<string> =>
    turns.run(clientAt(address, left), () => {
      begun.push(address);
      return new Promise((resolve) => ends.push(() => resolve(address)));
    });
  const finish = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { begun, ask, finish };
}

test('one runs at a time, and an address waits for one of the others at most', async () => {
  const { begun, ask, finish } = works(newTurns());
  const crowd = Array.from({ length: 10 }, () => ask('192.0.2.1'));
  const other = ask('192.0.2.2');
  await Promise.resolve();
  expect(begun).toEqual(['192.0.2.1']);
  await finish();
  await Promise.all([...crowd, other]);
  expect(begun.indexOf('192.0.2.2')).toBeLessThan(3);
  expect(begun).toHaveLength(11);
});

test('the eleventh of an address is refused, also from its other IPv6 addresses', async () => {
  const { ask, finish } = works(newTurns());
  const crowd = Array.from({ length: 10 }, (_, n) => ask(`2001:db8::${n + 1}`));
  await expect(ask('2001:db8::ff')).rejects.toThrow('too much is waiting');
  const other = ask('192.0.2.2');
  await finish();
  await Promise.all([...crowd, other]);
  const again = ask('2001:db8::ff');
  await finish();
  expect(await again).toBe('2001:db8::ff');
});

test('what waits for a client that has left is dropped', async () => {
  const turns = newTurns();
  const { begun, ask, finish } = works(turns);
  const first = ask('192.0.2.1');
  const leaving = new AbortController();
  const left = ask('192.0.2.2', leaving.signal);
  expect(turns.waiting).toBe(1);
  leaving.abort();
  await expect(left).rejects.toThrow('the client has left');
  expect(turns.waiting).toBe(0);
  await expect(ask('192.0.2.3', leaving.signal)).rejects.toThrow('the client has left');
  await finish();
  await first;
  expect(begun).toEqual(['192.0.2.1']);
});

test('a failed one does not stop the next', async () => {
  const turns = newTurns();
  const failed = turns.run(clientAt('192.0.2.1'), () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect(await turns.run(clientAt('192.0.2.1'), () => Promise.resolve('done'))).toBe('done');
});

test('a closed connection ends the wait of its request, and a full queue is answered 429', async () => {
  const turns = new FairTurns({ most: 20, mostPerAddress: 2 });
  const { begun, ask, finish } = works(turns);
  const app = fastify().setErrorHandler(answerError);
  onTestFinished(() => app.close());
  app.post('/', (request, reply) => turns.run(clientOf(request, reply, 'ada'), () => ask('192.0.2.9')));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const running = ask('192.0.2.1');
  const url = `http://127.0.0.1:${port}/`;
  const waiting = [0, 1].map(() => {
    const sent = httpRequest(url, { method: 'POST' }).on('error', () => undefined);
    sent.end();
    return sent;
  });
  await expect.poll(() => turns.waiting).toBe(2);
  const refused = await fetch(url, { method: 'POST' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  for (const sent of waiting) sent.destroy();
  await expect.poll(() => turns.waiting).toBe(0);
  await finish();
  await running;
  expect(begun).toEqual(['192.0.2.1']);
});
