export const SOUNDS = ['place', 'take', 'bridge', 'counter', 'illegal', 'turn', 'end'] as const;
type Sound = (typeof SOUNDS)[number];

export interface Cue {
  readonly sound: Sound;
  /** The length of the piece in cells: the longer, the lower. */
  readonly length?: number;
  /** The level of a bridge, from 2: the higher, the higher its pitch. */
  readonly level?: number;
  readonly steps?: number;
  readonly isRemote?: boolean;
}

export interface Knock {
  /** Seconds from now. */
  readonly at: number;
  /** Of its lowest tone, in Hz. */
  readonly pitch: number;
  /** Seconds until it has died away. */
  readonly ring: number;
  /** 0 to 1. */
  readonly gain: number;
  readonly isBrass?: boolean;
}

/** How loud the sounds of other players are, compared with one’s own. */
const REMOTE = 0.7;
/** A counter ticks once for each step, but not longer than it moves. */
const MAX_TICKS = 20;
const TICK = 0.035;

/** The pitch of a piece: half as high for each eight cells more. */
const pitchOf = (length: number): number => 460 * 2 ** ((3 - length) / 8);

const KNOCKS: Readonly<Record<Sound, (cue: Cue) => readonly Knock[]>> = {
  place: ({ length = 4 }) => [{ at: 0, pitch: pitchOf(length), ring: 0.09, gain: 0.5 }],
  take: ({ length = 4 }) => [
    { at: 0, pitch: 1.5 * pitchOf(length), ring: 0.06, gain: 0.35 },
    { at: 0.07, pitch: pitchOf(length), ring: 0.12, gain: 0.2 },
  ],
  bridge: ({ level = 2 }) => [
    { at: 0, pitch: 250 * 2 ** (level / 8), ring: 0.2, gain: 0.45 },
    { at: 0.012, pitch: 500 * 2 ** (level / 8), ring: 0.07, gain: 0.25 },
  ],
  counter({ steps = 1 }) {
    const ticks = Math.max(1, Math.min(MAX_TICKS, steps));
    return Array.from({ length: ticks }, (_, index): Knock => {
      const at = index * TICK;
      const isLast = index === ticks - 1;
      return isLast
        ? { at, pitch: 1650, ring: 0.3, gain: 0.16, isBrass: true }
        : { at, pitch: 900, ring: 0.02, gain: 0.1 };
    });
  },
  illegal: () => [{ at: 0, pitch: 170, ring: 0.04, gain: 0.3 }],
  turn: () => [
    { at: 0, pitch: 520, ring: 0.07, gain: 0.35 },
    { at: 0.14, pitch: 520, ring: 0.07, gain: 0.35 },
  ],
  end: () => [
    { at: 0, pitch: 330, ring: 0.1, gain: 0.45 },
    { at: 0.17, pitch: 415, ring: 0.1, gain: 0.45 },
    { at: 0.34, pitch: 495, ring: 0.16, gain: 0.5 },
  ],
};

export const knocksOf = (cue: Cue): readonly Knock[] =>
  KNOCKS[cue.sound](cue).map((knock) => (cue.isRemote === true ? { ...knock, gain: REMOTE * knock.gain } : knock));

export const lengthOf = (knocks: readonly Knock[]): number =>
  knocks.reduce((end, { at, ring }) => Math.max(end, at + ring), 0);
