import { describe, expect, test } from 'vitest';
import { ServerClock } from '../src/server-clock.ts';

/** A device and a server, with the clock of the server that the device estimates. */
function device() {
  const time = { page: 5000, server: 1_000_000_000_000 };
  const clock = new ServerClock(() => time.page);
  const wait = (ms: number): void => {
    time.page += ms;
    time.server += ms;
  };
  return {
    clock,
    wait,
    /** The clock of the page stands still. */
    sleep: (ms: number): void => void (time.server += ms),
    /** How late the estimate is. */
    lag: (): number => time.server - clock.now(),
    ping(out: number, back: number): void {
      clock.requestSent();
      wait(out);
      const { server } = time;
      wait(back);
      clock.answered(server);
    },
  };
}

describe('the estimate of the clock of the server', () => {
  test('is within a round trip after the first answer that follows a sleep, though the line was faster before', () => {
    const { ping, sleep, lag } = device();
    ping(1, 1);
    sleep(8 * 3_600_000);
    ping(20, 60);
    expect(Math.abs(lag())).toBeLessThanOrEqual(80);
  });

  test('is right again soon if the device slept between a ping and its answer', () => {
    const { clock, ping, sleep, wait, lag } = device();
    ping(1, 1);
    clock.requestSent();
    sleep(50);
    clock.forget();
    wait(1);
    clock.answered(lag() + clock.now());
    ping(30, 30);
    expect(Math.abs(lag())).toBeLessThanOrEqual(60);
  });

  test('keeps the answer of the shortest round trip', () => {
    const { ping, wait, lag } = device();
    ping(5, 5);
    wait(4000);
    ping(300, 0);
    expect(lag()).toBe(0);
  });

  test('takes a newer answer after some minutes, because clocks run apart', () => {
    const { ping, wait, sleep, lag } = device();
    ping(1, 1);
    for (let minute = 0; minute < 6; minute++) {
      wait(60_000);
      sleep(10);
      ping(50, 50);
    }
    expect(Math.abs(lag())).toBeLessThanOrEqual(30);
  });
});
