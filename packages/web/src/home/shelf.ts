/** The rim of a board on the shelf, in cells. */
export const RIM = 0.45;

/** What the shelf knows of a game before its board has been fetched. */
export interface Box {
  /** Width by height of the board with its rim, so that nothing moves when it arrives. */
  readonly ratio: number;
  /** How long a game takes. */
  readonly minutes: number;
  readonly wood: 'oak' | 'cherry' | 'walnut' | 'teak';
}

const BOXES: Readonly<Record<string, Box>> = {
  isaac: { ratio: 1, minutes: 25, wood: 'oak' },
  nasca: { ratio: 11.9 / 10.9, minutes: 15, wood: 'cherry' },
  masker: { ratio: 1, minutes: 10, wood: 'walnut' },
  arcanor: { ratio: 8.9 / 7.9, minutes: 20, wood: 'teak' },
};

/** A game without an entry has a square box of oak. */
export const boxOf = (gameId: string): Box => BOXES[gameId] ?? { ratio: 1, minutes: 20, wood: 'oak' };
