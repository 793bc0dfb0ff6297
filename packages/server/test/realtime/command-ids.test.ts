import { SeededRng } from '@tablier/core';
import type { ClientCommand } from '@tablier/protocol';
import { makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { newGuest, RawConnection, randomChoice, TestClient, terms } from '@tablier/testkit/online';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
let second: RunningServer | null;
let cookie: string;
beforeEach(async () => {
  server = await startTestServer();
  second = null;
  cookie = await newGuest(server.url, 'Ada');
});
afterEach(async () => {
  await second?.close();
  await server.remove();
});

/** The answers to Ada's commands, each sent under an id of the test's choice on its own connection. */
async function answersOf(commands: readonly (readonly [id: string, command: ClientCommand])[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [id, command] of commands) {
    const client = await RawConnection.open((second ?? server).url, { cookie });
    client.send({ kind: 'do', id, command });
    const answer = await client.next('done', 'refused');
    expect(answer.id).toBe(id);
    answers.push(answer.kind === 'done' ? `done ${answer.version}` : answer.error.name);
    client.ws.terminate();
  }
  return answers;
}

/** A game of Ada's against a bot that answers every move, and her possible first moves. */
async function gameWithBot(): Promise<{
  readonly table: string;
  readonly first: ClientCommand;
  readonly other: ClientCommand;
}> {
  const ada = await new TestClient(server.url, cookie).connect();
  const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { chairs: ['me', { bot: 'beginner' }] }) });
  const view = await ada.view(table, ({ phase }) => phase === 'playing');
  const action = { kind: 'move', move: randomChoice(view, new SeededRng('ids')) } as const;
  await ada.leave();
  return { table, first: { kind: 'act', table, action }, other: { kind: 'act', table, action: { kind: 'resign' } } };
}

describe('an id that named another command', () => {
  test('is refused by name, whether the other was done or refused, chat or a move; the same command gets the same answer', async () => {
    const { table, first, other } = await gameWithBot();
    const say = (text: string): ClientCommand => ({ kind: 'say', table, text });
    const back = (to: number): ClientCommand => ({ kind: 'act', table, action: { kind: 'take-back', to } });
    const [done] = await answersOf([['one', first]]);
    expect(done).toMatch(/^done/);
    expect(
      await answersOf([
        ['one', first],
        ['one', other],
        ['one', say('hello')],
        ['one', first],
      ]),
    ).toEqual([done, 'id-used', 'id-used', done]);
    expect(
      await answersOf([
        ['two', back(7)],
        ['two', back(8)],
        ['two', back(7)],
      ]),
    ).toEqual(['no-take-back', 'id-used', 'no-take-back']);
    expect(
      await answersOf([
        ['three', say('hello')],
        ['three', say('hello')],
        ['three', say('bye')],
        ['three', other],
      ]),
    ).toEqual(['done 1', 'done 1', 'id-used', 'id-used']);
  });

  test('is refused after a restart too', async () => {
    const { first, other } = await gameWithBot();
    const [done] = await answersOf([['one', first]]);
    await server.close();
    second = await server.again();
    expect(
      await answersOf([
        ['one', other],
        ['one', first],
      ]),
    ).toEqual(['id-used', done]);
  });

  test('opens no other table and seeks nothing else', async () => {
    const open = (game: string): ClientCommand => ({ kind: 'open', terms: terms(game) });
    expect(
      await answersOf([
        ['o', open('isaac')],
        ['o', open('nasca')],
        ['o', open('isaac')],
      ]),
    ).toEqual(['done 0', 'id-used', 'done 0']);
    const seek = (pace: 'calm' | 'untimed' | 'quick'): ClientCommand => ({ kind: 'seek', game: 'isaac', pace });
    expect(
      await answersOf([
        ['s', seek('calm')],
        ['s', seek('untimed')],
        ['s', seek('calm')],
      ]),
    ).toEqual(['done 0', 'id-used', 'done 0']);
    expect(
      await answersOf([
        ['t', seek('untimed')],
        ['s', seek('quick')],
      ]),
    ).toEqual(['done 0', 'id-used']);
  });

  test('in a log from before ids had hashes is answered as it was then', async () => {
    const { table, first, other } = await gameWithBot();
    const [done] = await answersOf([['one', first]]);
    await server.close();
    const store = await mustOpen({ folder: join(server.folder, 'data') });
    await store.redact(table, (match, events) => ({
      head: withoutHash(match.head, 'commandHash'),
      data: new Map(events.map(({ seq, data }) => [seq, withoutHash(data, 'byHash')])),
      listing: { status: 'running', summary: null },
    }));
    await store.close();
    second = await server.again();
    expect(
      await answersOf([
        ['one', first],
        ['one', other],
      ]),
    ).toEqual([done, done]);
  });
});

describe('on two nodes', () => {
  test('one of two simultaneous commands under one id is done and the other refused', async () => {
    const url = await makePostgresDatabase();
    const nodes = [await startTestServer({}, url), await startTestServer({}, url)] as const;
    const known = { cookie: await newGuest(nodes[0].url, 'Ada') };
    const lines = [
      await RawConnection.open(nodes[0].url, known),
      await RawConnection.open(nodes[1].url, known),
    ] as const;
    /** The answers to two commands under one id, one on each node. */
    const atOnce = async (commands: readonly ClientCommand[]): Promise<string[]> => {
      for (const [index, line] of lines.entries()) line.send({ kind: 'do', id: 'same', command: commands[index] });
      const answers = await Promise.all(lines.map((line) => line.next('done', 'refused')));
      return answers.map((answer) => (answer.kind === 'done' ? 'done' : answer.error.name)).toSorted();
    };
    for (let round = 0; round < 5; round++) {
      const wanted = terms('isaac', { chairs: ['me', { bot: 'beginner' }] });
      lines[0].send({ kind: 'do', id: `open${round}`, command: { kind: 'open', terms: wanted } });
      const { table } = await lines[0].next('done');
      for (const line of lines) line.send({ kind: 'watch', table });
      await Promise.all(lines.map((line) => line.next('table')));
      const say = (text: string): ClientCommand => ({ kind: 'say', table, text });
      expect(await atOnce([say('one'), say('other')])).toEqual(['done', 'id-used']);
      for (const [index, line] of lines.entries())
        line.send({
          kind: 'do',
          id: 'end',
          command: { kind: 'act', table, action: { kind: index === 0 ? 'resign' : 'abort' } },
        });
      const ends = await Promise.all(lines.map((line) => line.next('done', 'refused')));
      expect(ends.flatMap((end) => (end.kind === 'refused' ? [end.error.name] : []))).toEqual(['id-used']);
    }
    for (const line of lines) line.ws.terminate();
    for (const node of nodes) await node.remove();
  });
});

function withoutHash(data: unknown, key: string): unknown {
  const { [key]: _, ...rest } = data as Record<string, unknown>;
  return rest;
}
