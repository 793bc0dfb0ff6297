import { NodeConnection } from '@tablier/client/node';
import { CLOSE_CODES } from '@tablier/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, GreetingServer } from './greeting-server.ts';

let server: GreetingServer;
let connection: NodeConnection;
let texts: string[];

beforeEach(async () => {
  server = await GreetingServer.start();
  texts = [];
  connection = new NodeConnection(`http://127.0.0.1:${server.port}`, { onMessage: (text) => texts.push(text) });
  connection.open();
  await eventually(() => connection.core.online).toBe(true);
});

afterEach(async () => {
  await connection.close();
  await server.stop();
});

describe('a connection of Node', () => {
  test('greets the server and passes on what it receives', () => {
    expect(connection.core.you).toEqual({ name: 'Ada' });
    expect(texts.map((text) => (JSON.parse(text) as { kind: string }).kind)).toEqual(['welcome']);
    expect(connection.closedWith).toBeNull();
  });

  test('reconnects after a lost connection', async () => {
    connection.drop();
    await eventually(() => server.sockets.length).toBe(2);
    await eventually(() => connection.core.online).toBe(true);
    expect(connection.closedWith).toBe(1006);
  });

  test('stays away when it is closed, and when the server bans it', async () => {
    await connection.close();
    expect(connection.core.online).toBe(false);
    connection.open();
    await eventually(() => connection.core.online).toBe(true);
    server.sockets.at(-1)?.close(CLOSE_CODES.banned);
    await eventually(() => connection.closedWith).toBe(CLOSE_CODES.banned);
    // The first reconnect would come after 250 ms at most.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(server.sockets).toHaveLength(2);
  });
});
