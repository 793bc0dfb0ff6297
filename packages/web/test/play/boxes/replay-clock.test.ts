import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReplayClock } from '../../../src/play/boxes/replay-clock.svelte.ts';

/** The time between two moves. Milliseconds. */
const PAUSE = 2500;

const system = { matches: false };
const page = { visibilityState: 'visible' };
/** Says whether the boards are in the window. */
let see: (isIntersecting: boolean) => void;
let isWatched: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  system.matches = false;
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('matchMedia', () => system);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => onChange([{ isIntersecting }]);
      }

      observe(): void {
        isWatched = true;
      }

      disconnect(): void {
        isWatched = false;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The clock of three boards that are in the window. */
function running() {
  const clock = new ReplayClock(3);
  // Node has no elements, but the targets of their events.
  const boards = new EventTarget();
  const stop = clock.run(boards as Element);
  see(true);
  const steps = (): number[] => [0, 1, 2].map((board) => clock.stepsOf(board));
  return { boards, stop, steps };
}

describe('the clock of boards that replay games', () => {
  it('moves one board after the other', () => {
    const { steps } = running();
    const seen = [steps()];
    for (let move = 0; move < 4; move++) {
      vi.advanceTimersByTime(PAUSE);
      seen.push(steps());
    }
    expect(seen).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [2, 1, 1],
    ]);
  });

  it.each<[string, (stands: boolean) => void]>([
    ['the boards are out of sight', (stands) => see(!stands)],
    ['the page is hidden', (stands) => void (page.visibilityState = stands ? 'hidden' : 'visible')],
    ['the user prefers less motion', (stands) => void (system.matches = stands)],
  ])('stands while %s', (_, stand) => {
    const { steps } = running();
    stand(true);
    vi.advanceTimersByTime(4 * PAUSE);
    expect(steps()).toEqual([0, 0, 0]);
    stand(false);
    vi.advanceTimersByTime(PAUSE);
    expect(steps()).toEqual([1, 0, 0]);
  });

  it.each([
    ['a pointer', 'pointerenter', 'pointerleave'],
    ['the focus', 'focusin', 'focusout'],
  ])('stands while %s is on the boards', (_, comes, goes) => {
    const { boards, steps } = running();
    boards.dispatchEvent(new Event(comes));
    vi.advanceTimersByTime(4 * PAUSE);
    expect(steps()).toEqual([0, 0, 0]);
    boards.dispatchEvent(new Event(goes));
    vi.advanceTimersByTime(PAUSE);
    expect(steps()).toEqual([1, 0, 0]);
  });

  it('ends when the boards leave the page', () => {
    const { stop, steps } = running();
    stop();
    vi.advanceTimersByTime(4 * PAUSE);
    expect([steps(), isWatched]).toEqual([[0, 0, 0], false]);
  });
});
