import type { ServerMessage } from '@tablier/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Feed, type FeedUpdate, type Item } from '../../src/matchmaking/feed.ts';

interface Named extends Item {
  readonly name: string;
}

const PACE = 100;

const NOTHING: FeedUpdate<Named> = { whole: false, changed: [], gone: [], figure: null };

function makeFeed(choose?: (ids: readonly string[]) => readonly string[], figure?: () => number) {
  const failures: unknown[] = [];
  const feed = new Feed<Named>({
    pace: PACE,
    onFailure: (error) => failures.push(error),
    ...(choose !== undefined && { choose }),
    ...(figure !== undefined && { figure }),
  });
  const put = (id: string, name = id) => feed.put(id, () => ({ id, name }));
  return { feed, put, failures };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the items of a feed', () => {
  test('are those that were put and not removed', () => {
    const { feed, put } = makeFeed();
    expect([feed.size, feed.has('a')]).toEqual([0, false]);
    put('a');
    put('b');
    put('a', 'again');
    expect([feed.size, feed.ids(), feed.has('a')]).toEqual([2, ['a', 'b'], true]);
    feed.remove('a');
    expect([feed.size, feed.ids(), feed.has('a')]).toEqual([1, ['b'], false]);
  });

  test('a new follower is sent all of them, and then only what changed', () => {
    const { feed, put } = makeFeed();
    put('a');
    put('b');
    expect(feed.updateSince(-1)).toEqual({
      whole: true,
      changed: [
        { id: 'a', name: 'a' },
        { id: 'b', name: 'b' },
      ],
      gone: [],
      figure: null,
    });
    const { revision } = feed;
    expect(feed.updateSince(revision)).toEqual(NOTHING);
    put('b', 'other');
    expect(feed.revision).toBeGreaterThan(revision);
    expect(feed.updateSince(revision)).toEqual({ ...NOTHING, changed: [{ id: 'b', name: 'other' }] });
    expect(feed.updateSince(feed.revision)).toEqual(NOTHING);
  });

  test('a follower is sent the ids of those that are gone, and one who was away for long everything', () => {
    const { feed, put } = makeFeed();
    put('a');
    put('b');
    feed.updateSince(-1);
    const { revision } = feed;
    feed.remove('a');
    expect(feed.updateSince(revision)).toEqual({ ...NOTHING, gone: ['a'] });
    for (let times = 0; times < 20; times++) {
      put('c', `c${times}`);
      feed.updateSince(-1);
    }
    expect(feed.updateSince(revision)).toMatchObject({ whole: true, changed: [{ id: 'b' }, { id: 'c' }] });
  });

  test('that are put unchanged are not sent again', () => {
    const { feed, put } = makeFeed();
    put('a');
    feed.updateSince(-1);
    const { revision } = feed;
    put('a');
    expect(feed.updateSince(revision)).toEqual(NOTHING);
    expect(feed.updateSince(-1).changed).toEqual([{ id: 'a', name: 'a' }]);
  });

  test('come in one text for all who were last sent the same, with a figure if it has changed', () => {
    let figure = 7;
    const { feed, put } = makeFeed(undefined, () => figure);
    const format = vi.fn(({ changed, figure: online }: FeedUpdate<Named>): ServerMessage => ({
      kind: 'pong',
      n: changed.length,
      now: online ?? -1,
    }));
    put('a');
    const whole = feed.textSince(-1, format);
    expect(JSON.parse(whole ?? '')).toMatchObject({ n: 1, now: 7 });
    expect([feed.textSince(-1, format), feed.textSince(feed.revision, format)]).toEqual([whole, null]);
    const { revision } = feed;
    put('b');
    expect(JSON.parse(feed.textSince(revision, format) ?? '')).toMatchObject({ n: 1, now: -1 });
    feed.textSince(revision, format);
    expect(format).toHaveBeenCalledTimes(2);
    figure = 8;
    const last = feed.revision;
    feed.touch();
    expect(JSON.parse(feed.textSince(last, format) ?? '')).toMatchObject({ n: 0, now: 8 });
  });

  test('a removal of what is not there changes nothing', () => {
    const { feed, put } = makeFeed();
    put('a');
    const { revision } = feed;
    feed.remove('b');
    expect(feed.revision).toBe(revision);
    feed.remove('a');
    expect(feed.revision).toBe(revision + 1);
  });

  test('are chosen and ordered by the feed, and those not chosen are gone for their followers', () => {
    const { feed, put } = makeFeed((ids) => ids.toReversed().slice(0, 2));
    put('a');
    put('b');
    feed.updateSince(-1);
    put('c');
    expect(feed.updateSince(feed.revision - 1)).toEqual({
      ...NOTHING,
      changed: [{ id: 'c', name: 'c' }],
      gone: ['a'],
    });
    expect(feed.updateSince(-1).changed.map(({ id }) => id)).toEqual(['c', 'b']);
    expect([feed.size, feed.has('a')]).toEqual([3, true]);
  });

  test('an id that is chosen and not there is left out', () => {
    const { feed, put } = makeFeed(() => ['a', 'nothing']);
    put('a');
    expect(feed.updateSince(-1).changed).toEqual([{ id: 'a', name: 'a' }]);
  });
});

describe('an item is built', () => {
  test('once, when it is first sent, however many changes and followers there are', () => {
    const { feed } = makeFeed();
    const build = vi.fn(() => ({ id: 'a', name: 'a' }));
    const replaced = vi.fn(() => ({ id: 'a', name: 'old' }));
    feed.put('a', replaced);
    feed.put('a', build);
    expect(build).not.toHaveBeenCalled();
    for (const revision of [-1, -1, feed.revision]) feed.updateSince(revision);
    expect([build.mock.calls.length, replaced.mock.calls.length]).toEqual([1, 0]);
  });

  test('and chosen once for all followers of one revision', () => {
    const choose = vi.fn((ids: readonly string[]) => ids);
    const { feed, put } = makeFeed(choose);
    put('a');
    feed.updateSince(-1);
    feed.updateSince(0);
    expect(choose).toHaveBeenCalledTimes(1);
    put('b');
    feed.updateSince(0);
    expect(choose).toHaveBeenCalledTimes(2);
  });

  test('at once when it is settled, and then not again', () => {
    const { feed } = makeFeed();
    const build = vi.fn(() => ({ id: 'a', name: 'a' }));
    feed.put('a', build);
    feed.settle('a');
    feed.settle('nothing');
    expect(build).toHaveBeenCalledTimes(1);
    expect(feed.updateSince(-1).changed).toEqual([{ id: 'a', name: 'a' }]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  test('and left out when that fails, until it is put again', () => {
    const { feed, put, failures } = makeFeed();
    const fault = new Error('unreadable');
    put('a');
    put('b');
    feed.updateSince(-1);
    const { revision } = feed;
    feed.put('a', () => {
      throw fault;
    });
    expect(feed.updateSince(revision)).toEqual({ ...NOTHING, gone: ['a'] });
    expect([failures, feed.has('a')]).toEqual([[fault], false]);
    put('a');
    expect(feed.updateSince(feed.revision - 1).changed).toEqual([{ id: 'a', name: 'a' }]);
    expect(failures).toHaveLength(1);
  });
});

describe('followers', () => {
  test('are notified once per pace, however much changes', () => {
    const { feed, put } = makeFeed();
    const [heard, other] = [vi.fn(), vi.fn()];
    expect(feed.isFollowed).toBe(false);
    feed.listen(heard);
    feed.listen(other);
    expect(feed.isFollowed).toBe(true);
    put('a');
    vi.advanceTimersByTime(PACE / 2);
    put('b');
    feed.remove('a');
    vi.advanceTimersByTime(PACE / 2 - 1);
    expect(heard).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect([heard.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    vi.advanceTimersByTime(10 * PACE);
    expect(heard).toHaveBeenCalledTimes(1);
    put('c');
    vi.advanceTimersByTime(PACE);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test('who stop are not notified, and neither is anyone of a closed feed', () => {
    const { feed, put } = makeFeed();
    const [heard, other] = [vi.fn(), vi.fn()];
    const stop = feed.listen(heard);
    feed.listen(other);
    put('a');
    stop();
    vi.advanceTimersByTime(PACE);
    expect([heard.mock.calls.length, other.mock.calls.length]).toEqual([0, 1]);
    put('b');
    feed.close();
    vi.advanceTimersByTime(PACE);
    expect(other).toHaveBeenCalledTimes(1);
  });
});
