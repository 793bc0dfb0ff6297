import type { NodeStatus, NodeList } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import { DEAD, Membership, SILENT } from '../../src/cluster/membership.ts';

/** How far the clock of the database is ahead of the node's own. The difference must not matter. */
const AHEAD = 1_000_000;

const note = (node: string, at: number, isGone = false): NodeStatus => ({ node, at: at + AHEAD, isGone });
const list = (now: number, ...notes: readonly NodeStatus[]): NodeList => ({ now: now + AHEAD, notes });
const NO_CHANGE = { came: [], left: [], died: [] };

/** Processes heartbeats at one moment, without transit time. */
const takeAt = (peers: Membership, now: number, ...notes: readonly NodeStatus[]) =>
  peers.take(list(now, ...notes), now, now);

describe('another node', () => {
  test('is alive when its heartbeat is recent, and not when it is old', () => {
    const peers = new Membership();
    const found = takeAt(peers, 10_000, note('young', 10_000 - DEAD + 1), note('old', 10_000 - DEAD));
    expect(found).toEqual({ ...NO_CHANGE, came: ['young'] });
    expect(peers.living).toEqual(['young']);
  });

  test('is alive as long as its heartbeat changes, however wrong its clock is', () => {
    const peers = new Membership();
    takeAt(peers, 0, note('a', 0));
    for (let now = 1000; now < 20_000; now += DEAD - 1) {
      expect(takeAt(peers, now, note('a', now / 2))).toEqual(NO_CHANGE);
      expect(peers.living).toEqual(['a']);
    }
  });

  test('is silent after a while, and dead after a longer one, as of its last heartbeat', () => {
    const peers = new Membership();
    takeAt(peers, 1000, note('a', 900));
    expect(peers.silent(900 + SILENT - 1)).toEqual([]);
    expect(peers.silent(900 + SILENT)).toEqual(['a']);
    expect(takeAt(peers, 900 + DEAD - 1, note('a', 900))).toEqual(NO_CHANGE);
    expect(takeAt(peers, 900 + DEAD, note('a', 900))).toEqual({ ...NO_CHANGE, died: [{ node: 'a', signAt: 900 }] });
    expect(takeAt(peers, 901 + DEAD, note('a', 900)), 'its old heartbeat does not bring it back').toEqual(NO_CHANGE);
    expect([peers.living, peers.silent(900 + DEAD)]).toEqual([[], []]);
  });

  test('that stops in an orderly way has left at once, and did not die', () => {
    const peers = new Membership();
    takeAt(peers, 1000, note('a', 1000));
    expect(takeAt(peers, 1100, note('a', 1050, true))).toEqual({ ...NO_CHANGE, left: [{ node: 'a', signAt: 1050 }] });
    expect(takeAt(peers, 9000, note('a', 1050, true))).toEqual(NO_CHANGE);
  });

  test('that was considered dead comes back with its next heartbeat', () => {
    const peers = new Membership();
    takeAt(peers, 0, note('a', 0));
    takeAt(peers, 5000, note('a', 0));
    expect(peers.living).toEqual([]);
    expect(takeAt(peers, 6000, note('a', 5900)).came).toEqual(['a']);
    expect(peers.living).toEqual(['a']);
  });

  test('whose heartbeat was deleted dies like a silent one', () => {
    const peers = new Membership();
    takeAt(peers, 0, note('a', 0));
    expect(takeAt(peers, DEAD).died).toEqual([{ node: 'a', signAt: 0 }]);
  });

  test('gets a new grace period when no heartbeat could be read', () => {
    const peers = new Membership();
    takeAt(peers, 0, note('a', 0));
    peers.excuse(60_000);
    expect(takeAt(peers, 60_000, note('a', 0))).toEqual(NO_CHANGE);
    expect(takeAt(peers, 60_000 + DEAD, note('a', 0)).died).toEqual([{ node: 'a', signAt: 0 }]);
  });

  test('sent its last heartbeat at the reported time, or slightly earlier if the answer was slow', () => {
    const peers = new Membership();
    peers.take(list(1300, note('a', 1100)), 1000, 1600);
    expect(peers.take(list(9000, note('a', 1100)), 9000, 9000).died).toEqual([{ node: 'a', signAt: 800 }]);
  });
});
