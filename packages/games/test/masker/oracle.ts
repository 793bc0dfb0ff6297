/**
 * A slow and plain implementation of the rules of Masker: letters in lists, cells by name, and nothing stored that can be computed. It
 * shares no code with the game. The property tests compare the two.
 */

export interface World {
  readonly touch: 'side' | 'corner';
  readonly players: number;
  /** Crosses, bottom first, without the colourless one. */
  readonly stacks: Record<string, string[]>;
  neutral: string;
  /** By side. */
  readonly tokens: readonly string[];
  /** By seat: the crosses kept, in the order of their captures. */
  readonly piles: string[][];
  /** `null` when the game is over. */
  turn: number | null;
  turns: number;
  skipped: number[];
  taken: string[];
  lastWasWhite: boolean;
  readonly outs: { side: number; by: number }[];
  debt: { from: number; to: number; count: number } | null;
  gift: { missing: number; next: number; other: number } | null;
}

export const sidesOf = (players: number): number[] => (players === 2 || players === 4 ? [0, 1] : [0, 1, 2]);
export const sideOf = (players: number, seat: number): number => (players === 4 ? seat % 2 : seat);
const sizeOf = (world: World, seat: number): number => world.piles[seat]?.length ?? 0;
const limitOf = (players: number): number => ({ 2: 18, 3: 12, 4: 9 })[players] ?? 0;

export function begin(
  options: { touch: string; board: string },
  players: number,
  deal: { grid: string; tokens: string },
): World {
  const stacks: Record<string, string[]> = {};
  let neutral = '';
  const rows = deal.grid.split('/');
  rows.forEach((row, index) => {
    const cells = options.board === 'tower' ? row.split(',') : row.split('');
    cells.forEach((cell, column) => {
      const name = `${'abcdef'[column]}${rows.length - index}`;
      if (cell.includes('N')) neutral = name;
      stacks[name] = cell.split('').filter((letter) => letter !== 'N');
    });
  });
  return {
    touch: options.touch === 'corner' ? 'corner' : 'side',
    players,
    stacks,
    neutral,
    tokens: deal.tokens.split(''),
    piles: Array.from({ length: players }, () => []),
    turn: 0,
    turns: 0,
    skipped: [],
    taken: [],
    lastWasWhite: false,
    outs: [],
    debt: null,
    gift: null,
  };
}

const withCross = (world: World): string[] =>
  Object.keys(world.stacks).filter((cell) => (world.stacks[cell]?.length ?? 0) > 0);

function touches(world: World, cell: string): boolean {
  const columns = Math.abs(cell.charCodeAt(0) - world.neutral.charCodeAt(0));
  const rows = Math.abs(cell.charCodeAt(1) - world.neutral.charCodeAt(1));
  if (columns === 0 && rows === 0) return false;
  return world.touch === 'corner' ? columns <= 1 && rows <= 1 : columns + rows === 1;
}

const isIsolated = (world: World): boolean => !withCross(world).some((cell) => touches(world, cell));
export const isFree = (world: World): boolean => world.lastWasWhite || isIsolated(world);

/** Legal moves as text, sorted. */
export function legal(world: World): string[] {
  if (world.turn === null) return [];
  if (world.gift !== null) {
    const { missing, next, other } = world.gift;
    const gifts: string[] = [];
    for (let count = 0; count <= missing; count++) {
      if (count <= sizeOf(world, next) && missing - count <= sizeOf(world, other)) gifts.push(`t${count}`);
    }
    return gifts.sort();
  }
  const cells = withCross(world).filter((cell) => isFree(world) || touches(world, cell));
  return (world.taken.length > 0 ? [...cells, '.'] : cells).sort();
}

const inPlay = (world: World, letter: string): number =>
  Object.values(world.stacks)
    .flat()
    .filter((other) => other === letter).length;
const isOut = (world: World, seat: number): boolean =>
  world.outs.some(({ side }) => side === sideOf(world.players, seat));
const isFull = (world: World, seat: number): boolean => sizeOf(world, seat) >= limitOf(world.players);

/** Plays a legal move; changes `world`. */
export function play(world: World, move: string): void {
  if (move === '.') nextTurn(world);
  else if (move.startsWith('t')) give(world, Number(move.slice(1)));
  else capture(world, move);
}

function capture(world: World, cell: string): void {
  const mover = world.turn ?? 0;
  const letter = world.stacks[cell]?.pop() ?? '';
  world.neutral = cell;
  world.taken.push(letter);
  world.lastWasWhite = letter === 'W';
  if (world.debt?.from === mover) {
    add(world, world.debt.to, [letter]);
    world.debt = world.debt.count === 1 ? null : { ...world.debt, count: world.debt.count - 1 };
  } else {
    add(world, mover, [letter]);
  }
  const side = world.tokens.indexOf(letter);
  const eliminated = side >= 0 && inPlay(world, letter) === 0;
  if (eliminated) {
    world.outs.push({ side, by: mover });
    if (sidesOf(world.players).length - world.outs.length === 1) {
      world.turn = null;
      world.turns++;
      return;
    }
    const self = side === sideOf(world.players, mover);
    if (self) {
      ownExit(world, mover);
      return;
    }
    payFor(world, side, [mover], mover);
  }
  const stuck = isIsolated(world) && letter !== 'W';
  if (isFull(world, mover) || world.taken.length === 3 || stuck) nextTurn(world);
}

function add(world: World, seat: number, crosses: string[]): void {
  world.piles[seat] = [...(world.piles[seat] ?? []), ...crosses];
}

/** Moves crosses, one by one, from the top of a pile to another. */
function handOver(world: World, from: number, to: number, count: number): void {
  for (let moved = 0; moved < count; moved++) add(world, to, world.piles[from]?.splice(-1) ?? []);
}

/** Fills the pile of `victim` from the piles of the givers. What is missing then is the debt of `debtor`. For three players only. */
function payFor(world: World, victim: number, givers: number[], debtor: number): void {
  for (const giver of givers) {
    while (sizeOf(world, victim) < 12 && sizeOf(world, giver) > 0) {
      handOver(world, giver, victim, 1);
    }
  }
  const missing = 12 - sizeOf(world, victim);
  world.debt = missing > 0 ? { from: debtor, to: victim, count: missing } : null;
}

function ownExit(world: World, victim: number): void {
  const next = (victim + 1) % 3;
  const other = (victim + 2) % 3;
  world.gift = { missing: 12 - sizeOf(world, victim), next, other };
  if (legal(world).length > 1) return;
  world.gift = null;
  payFor(world, victim, [next, other], next);
  nextTurn(world);
}

function give(world: World, count: number): void {
  if (world.gift === null) return;
  const { missing, next, other } = world.gift;
  const victim = world.outs[0]?.side ?? 0;
  handOver(world, next, victim, count);
  handOver(world, other, victim, missing - count);
  world.gift = null;
  nextTurn(world);
}

function nextTurn(world: World): void {
  const mover = world.turn ?? 0;
  world.skipped = [];
  let seat = (mover + 1) % world.players;
  while (isOut(world, seat) || isFull(world, seat)) {
    world.skipped.push(seat);
    seat = (seat + 1) % world.players;
  }
  world.turn = seat;
  world.turns++;
  world.taken = [];
}

/** Scores and places by seat [M15]. */
export function result(world: World): { scores: number[]; places: number[] } {
  const sides = sidesOf(world.players);
  const winner = sides.find((side) => !world.outs.some((out) => out.side === side));
  const seats = Array.from({ length: world.players }, (_, seat) => sideOf(world.players, seat));
  const order = [...world.outs.map(({ side }) => side), winner];
  const better = (side: number): number => seats.filter((other) => order.indexOf(other) > order.indexOf(side)).length;
  return { scores: seats.map((side) => (side === winner ? 1 : 0)), places: seats.map((side) => 1 + better(side)) };
}
