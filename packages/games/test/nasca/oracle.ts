/**
 * A slow and plain implementation of the rules of Nasca: pieces are objects, and a cell is `column,row` text. It shares only the notation
 * of cells with the game. Tests compare the two.
 */
export type Owner = 0 | 1 | 'neutral';
export interface OraclePiece {
  readonly owner: Owner;
  readonly cells: readonly string[];
  readonly level: number;
}
export interface OracleOptions {
  readonly corners: 'closed' | 'open';
  readonly neutralWalls: 'no' | 'yes';
}

const COLUMNS = 'abcdefghijk'.split('');
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const ALL_CELLS = COLUMNS.flatMap((column) => ROWS.map((row) => `${column}${row}`));

function at(cell: string, right: number, up: number): string | null {
  const column = COLUMNS[COLUMNS.indexOf(cell.slice(0, 1)) + right];
  const row = Number(cell.slice(1)) + up;
  return column === undefined || row < 1 || row > 10 ? null : `${column}${row}`;
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const CORNERS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
const neighbours = (cell: string, steps: readonly (readonly [number, number])[]): string[] =>
  steps.flatMap(([right, up]) => at(cell, right, up) ?? []);
const besides = (cell: string): string[] => neighbours(cell, SIDES);
const around = (cell: string): string[] => neighbours(cell, [...SIDES, ...CORNERS]);

/** Every line of `length` cells along a row or a column. */
export function linesOf(length: number): string[][] {
  const lines: string[][] = [];
  for (const cell of ALL_CELLS) {
    for (const [right, up] of length === 1 ? [[1, 0] as const] : [[1, 0] as const, [0, 1] as const]) {
      const cells = Array.from({ length }, (_, index) => at(cell, index * right, index * up));
      if (cells.every((each) => each !== null)) lines.push(cells);
    }
  }
  return lines;
}

export const textOf = (cells: readonly string[]): string =>
  cells.length === 1 ? `${cells[0]}` : `${cells[0]}-${cells.at(-1)}`;

export class OracleTable {
  readonly pieces: OraclePiece[] = [];

  topOf(cell: string): OraclePiece | undefined {
    return this.pieces.filter((piece) => piece.cells.includes(cell)).sort((a, b) => b.level - a.level)[0];
  }
  heightOf(cell: string): number {
    return this.topOf(cell)?.level ?? 0;
  }

  /** [N4]–[N7] */
  allows(cells: readonly string[], owner: Owner): boolean {
    const heights = cells.map((cell) => this.heightOf(cell));
    if (heights.every((height) => height === 0)) return true;
    const height = heights[0];
    if (height === 0 || heights.at(-1) !== height || heights.some((other) => other > (height ?? 0))) return false;
    const supports = cells.filter((cell) => this.heightOf(cell) === height).map((cell) => this.topOf(cell));
    if (new Set(supports).size !== supports.length) return false;
    return supports.some((piece) => piece?.owner === owner) || supports.every((piece) => piece?.owner === 'neutral');
  }

  place(cells: readonly string[], owner: Owner): void {
    this.pieces.push({ owner, cells, level: this.heightOf(cells[0] ?? '') + 1 });
  }

  /** The texts of all legal placements with these lengths. */
  legal(owner: Owner, lengths: Iterable<number>): string[] {
    return [...new Set(lengths)].flatMap((length) =>
      linesOf(length)
        .filter((cells) => this.allows(cells, owner))
        .map(textOf),
    );
  }

  /** The owner that each cell shows [N11]. */
  shown(): Map<string, Owner> {
    return new Map(
      ALL_CELLS.flatMap((cell) => {
        const top = this.topOf(cell);
        return top === undefined ? [] : [[cell, top.owner] as const];
      }),
    );
  }
}

/** All cells within `inside` that are connected to `from`. */
function reach(from: string, inside: ReadonlySet<string>, next: (cell: string) => string[]): Set<string> {
  const seen = new Set([from]);
  for (const cell of seen) for (const other of next(cell)) if (inside.has(other)) seen.add(other);
  return seen;
}

const isLeft = (cell: string) => cell.startsWith('a');
const isRight = (cell: string) => cell.startsWith('k');
const isBottom = (cell: string) => cell.slice(1) === '1';
const isTop = (cell: string) => cell.slice(1) === '10';
const isEdge = (cell: string) => isLeft(cell) || isRight(cell) || isBottom(cell) || isTop(cell);

/** The empty cells that score, by seat [N11]–[N15]. */
export function oracleTerritory(shown: ReadonlyMap<string, Owner>, options: OracleOptions): [string[], string[]] {
  const open = options.corners === 'open';
  const walk = open ? around : besides;
  const areasOf = (seat: Owner): Set<string>[] => {
    const isWall = (owner: Owner | undefined) =>
      owner === seat || (owner === 'neutral' && options.neutralWalls === 'yes');
    const free = new Set(ALL_CELLS.filter((cell) => !isWall(shown.get(cell))));
    const areas: Set<string>[] = [];
    for (const cell of free) if (!areas.some((area) => area.has(cell))) areas.push(reach(cell, free, walk));
    return areas;
  };
  const isEnclosed = (area: ReadonlySet<string>, seat: Owner): boolean => {
    const cells = [...area];
    if (cells.some(isLeft) && cells.some(isRight)) return false;
    if (cells.some(isBottom) && cells.some(isTop)) return false;
    return cells.some((cell) => besides(cell).some((other) => shown.get(other) === seat));
  };
  const isInner = (area: ReadonlySet<string>, seat: Owner, outer: ReadonlySet<string>): boolean => {
    const others = new Set(ALL_CELLS.filter((cell) => !area.has(cell)));
    return [...others]
      .filter((cell) => shown.get(cell) === seat && besides(cell).some((other) => area.has(other)))
      .filter((cell) => [...reach(cell, others, open ? besides : around)].some(isEdge))
      .every((cell) => outer.has(cell));
  };
  const areas = [areasOf(0), areasOf(1)] as const;
  const points: [string[], string[]] = [[], []];
  for (const cell of ALL_CELLS.filter((each) => !shown.has(each))) {
    const mine = areas[0].find((area) => area.has(cell) && isEnclosed(area, 0));
    const yours = areas[1].find((area) => area.has(cell) && isEnclosed(area, 1));
    if (mine !== undefined && yours === undefined) points[0].push(cell);
    if (yours !== undefined && mine === undefined) points[1].push(cell);
    if (mine === undefined || yours === undefined) continue;
    const first = isInner(mine, 0, yours);
    const second = isInner(yours, 1, mine);
    if (first && !second) points[0].push(cell);
    if (second && !first) points[1].push(cell);
  }
  return points;
}

/** A whole match [N8] [N16]. */
export class OracleMatch {
  table = new OracleTable();
  hands: [number[], number[]] = [[], []];
  turn: 0 | 1 | null = 0;
  round = 0;
  finished: number[][] = [];
  passed: (0 | 1)[] = [];
  readonly options: OracleOptions & { readonly rounds: number };
  readonly neutrals: readonly (readonly string[])[];

  constructor(options: OracleOptions & { readonly rounds: number }, neutrals: readonly (readonly string[])[]) {
    this.options = options;
    this.neutrals = neutrals;
    this.begin(0);
  }

  private begin(round: 0 | 1): void {
    this.table = new OracleTable();
    for (const cells of this.neutrals) this.table.place(cells, 'neutral');
    this.hands = [
      [5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 2, 2],
      [5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 2, 2],
    ];
    this.round = round;
    this.turn = round;
  }

  legal(seat: 0 | 1 | null = this.turn): string[] {
    return seat === null ? [] : this.table.legal(seat, this.hands[seat]);
  }

  boardPoints(): number[] {
    return oracleTerritory(this.table.shown(), this.options).map((cells) => cells.length);
  }

  scores(): number[] {
    const rounds = this.turn === null ? this.finished : [...this.finished, this.boardPoints()];
    return [0, 1].map((seat) => rounds.reduce((sum, points) => sum + (points[seat] ?? 0), 0));
  }

  play(text: string): void {
    if (this.turn === null) throw new Error('the game is over');
    const mover = this.turn;
    const cells = [2, 3, 4, 5].flatMap(linesOf).find((line) => textOf(line) === text) ?? [];
    this.table.place(cells, mover);
    this.hands[mover].splice(this.hands[mover].indexOf(cells.length), 1);
    const other = mover === 0 ? 1 : 0;
    this.passed = [];
    if (this.legal(other).length > 0) this.turn = other;
    else if (this.legal(mover).length > 0) {
      this.turn = mover;
      this.passed = [other];
    } else {
      this.passed = ([other, mover] as const).filter((seat) => this.hands[seat].length > 0);
      this.finished.push(this.boardPoints());
      if (this.round + 1 < this.options.rounds) this.begin(1);
      else this.turn = null;
    }
  }
}
