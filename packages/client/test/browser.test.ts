import { BrowserConnection, type ConnectionState } from '@tablier/client/browser';
import { CLOSE_CODES } from '@tablier/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually, GreetingServer } from './greeting-server.ts';

let server: GreetingServer;
let connection: BrowserConnection;
let network: EventTarget;
let states: ConnectionState[];
let waits: number[];
let isHidden: boolean;

beforeEach(async () => {
  server = await GreetingServer.start();
  network = new EventTarget();
  [states, waits, isHidden] = [[], [], false];
  const url = new URL(`ws://127.0.0.1:${server.port}`);
  connection = new BrowserConnection({
    url: () => url,
    network,
    isHidden: () => isHidden,
    askWait: () => Promise.resolve(waits.shift() ?? 0),
    onChange: () => states.at(-1) !== connection.state && states.push(connection.state),
  });
  connection.open();
  await eventually(() => connection.state).toBe('open');
});

afterEach(async () => {
  connection.close();
  await server.stop();
});

describe('a connection of a browser', () => {
  test('opens once, however often it is asked to', async () => {
    connection.open();
    await eventually(() => connection.core.you).toEqual({ name: 'Ada' });
    expect([states, server.sockets.length]).toEqual([['open'], 1]);
  });

  test('reconnects after a lost connection', async () => {
    server.sockets[0]?.terminate();
    await eventually(() => states).toEqual(['open', 'broken', 'open']);
  });

  test('gives the connection up when the network goes, and opens another when it is back', async () => {
    network.dispatchEvent(new Event('offline'));
    expect([connection.core.online, connection.state]).toEqual([false, 'broken']);
    network.dispatchEvent(new Event('online'));
    await eventually(() => connection.state).toBe('open');
    expect(server.sockets).toHaveLength(2);
  });

  test('asks for the clock of the server when the page is shown again', async () => {
    const before = server.received.length;
    network.dispatchEvent(new Event('visibilitychange'));
    await eventually(() => server.received.slice(before).join()).toContain('"ping"');
    expect(server.sockets).toHaveLength(1);
  });

  test.each([
    ['the day went on without the page', () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)],
    ['nothing has arrived', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 8000)],
  ])('opens another connection at once when the page is shown again and %s', async (_how, sleep) => {
    sleep();
    network.dispatchEvent(new Event('visibilitychange'));
    vi.restoreAllMocks();
    expect(connection.core.online).toBe(false);
    await eventually(() => connection.state).toBe('open');
    expect(server.sockets).toHaveLength(2);
  });

  test('does not wait for the next attempt when the page is shown again', async () => {
    const { port } = server;
    await server.stop();
    await eventually(() => connection.state).toBe('broken');
    server = await GreetingServer.start(port);
    network.dispatchEvent(new Event('visibilitychange'));
    await eventually(() => server.sockets.length).toBe(1);
  });

  test('tries again where the browser refuses to open any connection', async () => {
    const refuse = vi.spyOn(globalThis, 'WebSocket').mockImplementation(function refused() {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(() => connection.renew()).not.toThrow();
    expect(connection.state).toBe('broken');
    refuse.mockRestore();
    await eventually(() => connection.state).toBe('open');
  });

  describe('at rest', () => {
    /** Lets time pass for the connection, though not for the network. */
    const wait = async (seconds: number): Promise<void> => {
      for (let step = 0; step < 2 * seconds; step++) {
        ahead += 500;
        await vi.advanceTimersByTimeAsync(500);
      }
    };
    let ahead: number;

    beforeEach(async () => {
      await eventually(() => connection.core.online).toBe(true);
      ahead = 0;
      const [day, page] = [Date.now.bind(Date), performance.now.bind(performance)];
      vi.spyOn(Date, 'now').mockImplementation(() => day() + ahead);
      vi.spyOn(performance, 'now').mockImplementation(() => page() + ahead);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      // The timer before is a real one.
      connection.close();
      connection.open();
      await vi.waitFor(() => expect(connection.core.online).toBe(true));
      states = [];
    });

    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    test('is looked at every second, and every five in a hidden page', async () => {
      const shown = vi.spyOn(connection.core, 'tick');
      await wait(5);
      expect(shown.mock.calls.length).toBeGreaterThanOrEqual(4);
      isHidden = true;
      await wait(1);
      shown.mockRestore();
      const ticks = vi.spyOn(connection.core, 'tick');
      await wait(20);
      expect(ticks.mock.calls.length).toBeLessThanOrEqual(5);
    });

    test('finds a server that answers nothing', async () => {
      await wait(24);
      expect(states).not.toContain('broken');
      await wait(13);
      expect(states).toContain('broken');
    });
  });

  test('replaces the connection when the session changes', async () => {
    connection.renew();
    expect(connection.state).toBe('opening');
    await eventually(() => connection.state).toBe('open');
    expect(server.sockets).toHaveLength(2);
  });

  test.each([
    [CLOSE_CODES.otherVersion, 'outdated'],
    [CLOSE_CODES.sessionEnded, 'ended'],
    [CLOSE_CODES.banned, 'banned'],
  ] as const)('does not reconnect after close code %i: %s', async (code, state) => {
    server.sockets[0]?.close(code);
    await eventually(() => connection.state).toBe(state);
    network.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([server.sockets.length, connection.state]).toEqual([1, state]);
  });

  test('asks a server that refuses connections how long to wait', async () => {
    const { port } = server;
    waits = [1200];
    await server.stop();
    await eventually(() => connection.state).toBe('crowded');
    expect(connection.wait).toBe(2);
    server = await GreetingServer.start(port);
    await eventually(() => connection.state).toBe('open');
    expect(server.sockets).toHaveLength(1);
  });
});
