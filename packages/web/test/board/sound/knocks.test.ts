import { describe, expect, it } from 'vitest';
import { type Cue, knocksOf, lengthOf, SOUNDS } from '../../../src/board/sound/knocks.ts';

const pitch = (cue: Cue): number => knocksOf(cue)[0]?.pitch ?? Number.NaN;
const loudest = (cue: Cue): number => Math.max(...knocksOf(cue).map(({ gain }) => gain));

describe.each(SOUNDS)('the sound %s', (sound) => {
  it('is short, dry and never overdriven', () => {
    const knocks = knocksOf({ sound, steps: 100, level: 9, length: 1 });
    expect(lengthOf(knocks)).toBeLessThan(1.2);
    for (const { at, ring, gain, pitch: tone } of knocks) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect(ring).toBeGreaterThan(0);
      expect(gain).toBeGreaterThan(0);
      expect(gain).toBeLessThanOrEqual(0.5);
      expect(tone).toBeGreaterThan(80);
      expect(tone).toBeLessThan(2500);
    }
  });

  it('is softer by 30 % when another player makes it, and otherwise the same', () => {
    const own = knocksOf({ sound });
    const remote = knocksOf({ sound, isRemote: true });
    expect(remote.map(({ gain }, index) => Math.round((100 * gain) / (own[index]?.gain ?? 0)))).toEqual(
      own.map(() => 70),
    );
    expect(remote.map(({ at, pitch: tone }) => [at, tone])).toEqual(own.map(({ at, pitch: tone }) => [at, tone]));
  });
});

describe('what shapes a sound', () => {
  it('a longer piece sounds lower, a higher bridge higher', () => {
    const lengths = [3, 4, 5, 6, 7].map((length) => pitch({ sound: 'place', length }));
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one));
    expect(new Set(lengths).size).toBe(5);
    expect(pitch({ sound: 'bridge', level: 3 })).toBeGreaterThan(pitch({ sound: 'bridge', level: 2 }));
  });

  it('a counter ticks for each step, not longer than it moves, and ends on brass', () => {
    const ticks = (steps: number) => knocksOf({ sound: 'counter', steps });
    expect(ticks(0)).toHaveLength(1);
    expect(ticks(7)).toHaveLength(7);
    expect(ticks(90)).toHaveLength(20);
    expect(ticks(90).map(({ isBrass = false }) => isBrass)).toEqual([...Array<boolean>(19).fill(false), true]);
  });

  it('two knocks call to the turn, three rising ones end the game, and the refusal is the softest of one piece', () => {
    expect(knocksOf({ sound: 'turn' })).toHaveLength(2);
    const end = knocksOf({ sound: 'end' }).map(({ pitch: tone }) => tone);
    expect(end).toEqual(end.toSorted((one, other) => one - other));
    expect(end).toHaveLength(3);
    expect(loudest({ sound: 'illegal' })).toBeLessThan(loudest({ sound: 'place' }));
  });
});
