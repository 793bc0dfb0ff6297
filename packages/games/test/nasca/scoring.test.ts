import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { legalMovesOf, NOBODY } from '@tablier/core';
import { SEAT_COLOURS } from '../../src/nasca/board.ts';
import { cellsOf, COLUMNS, PLACEMENTS, ROWS } from '../../src/nasca/placements.ts';
import { formatCell } from '../../src/nasca/index.ts';
import { Territory } from '../../src/nasca/scoring.ts';
import { nasca } from '../../src/nasca/index.ts';
import { randomGames } from '../random-games.ts';
import { parseTopView, randomPosition, setupOf, topViews, WALL_PAIRS } from './helpers.ts';
import { type OracleOptions, oracleTerritory, type Owner } from './oracle.ts';

/** Makes a territory show a top view. */
function show(territory: Territory, shown: ReadonlyMap<string, Owner>): void {
  for (const rows of [...territory.shown, territory.neutral]) rows.fill(0);
  for (let cell = 0; cell < COLUMNS * ROWS; cell++) {
    const owner = shown.get(formatCell(cell));
    if (owner === undefined) continue;
    const rows = owner === 'neutral' ? territory.neutral : territory.shown[owner];
    const row = Math.floor(cell / COLUMNS);
    rows[row] = (rows[row] ?? 0) | (1 << (cell % COLUMNS));
  }
}

/** The cells that score in a top view, by seat, according to the game. */
function territoryOf(shown: ReadonlyMap<string, Owner>, options: OracleOptions): string[][] {
  const territory = new Territory();
  show(territory, shown);
  territory.judge({ openCorners: options.corners === 'open', neutralWalls: options.neutralWalls === 'yes' });
  return territory.cells.map((rows) =>
    Array.from({ length: COLUMNS * ROWS }, (_, cell) => cell)
      .filter((cell) => (((rows[Math.floor(cell / COLUMNS)] ?? 0) >> (cell % COLUMNS)) & 1) === 1)
      .map(formatCell),
  );
}

const sorted = (cells: readonly (readonly string[])[]): string[][] => cells.map((each) => [...each].sort());

/** A test title: `16: N15 the enemy's ring` becomes `[N15] view 16: the enemy's ring`. */
function numbered(title: string): string {
  const [number = '', ...words] = title.split(/:? /);
  const rules = words.filter((word) => /^N\d+$/.test(word));
  return `${rules.map((rule) => `[${rule}]`).join(' ')} view ${number}: ${words.slice(rules.length).join(' ')}`;
}

describe('the views scored by hand', () => {
  test('there are twenty, each with four pairs of points', () => {
    expect(topViews()).toHaveLength(20);
    expect(topViews().map((view) => [view.lines.length, view.points.length])).toEqual(topViews().map(() => [10, 4]));
  });

  for (const { title, lines, points } of topViews()) {
    for (const [index, options] of WALL_PAIRS.entries()) {
      test(`${numbered(title)} (${options.corners}, ${options.neutralWalls})`, () => {
        const shown = parseTopView(lines);
        expect(territoryOf(shown, options).map((cells) => cells.length)).toEqual(points[index]);
        expect(oracleTerritory(shown, options).map((cells) => cells.length)).toEqual(points[index]);
      });
    }
  }
});

/** The same view mirrored, rotated, or with the seats exchanged. */
const flipped = (lines: readonly string[]): string[] => lines.map((line) => line.split('').toReversed().join(''));
const upsideDown = (lines: readonly string[]): string[] => lines.toReversed();
const exchanged = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/[PQ]/g, (letter) => (letter === 'P' ? 'Q' : 'P')));

test('[N12] [N13] [N15] the points of a view do not change when it is mirrored, and change sides with the colours', () => {
  for (const { title, lines } of topViews()) {
    for (const options of WALL_PAIRS) {
      const points = (view: readonly string[]) => territoryOf(parseTopView(view), options).map((cells) => cells.length);
      expect(points(flipped(lines)), title).toEqual(points(lines));
      expect(points(upsideDown(lines)), title).toEqual(points(lines));
      expect(points(exchanged(lines)), title).toEqual(points(lines).toReversed());
    }
  }
});

/** A picture of overlapping lines and rectangles, which often has walls, rings and crossings. */
const pictures = fc.array(
  fc.record({
    owner: fc.constantFrom<Owner>(0, 0, 1, 1, 'neutral'),
    column: fc.integer({ min: -1, max: 9 }),
    row: fc.integer({ min: -1, max: 8 }),
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
    gap: fc.integer({ min: 0, max: 60 }),
  }),
  { minLength: 1, maxLength: 6 },
);

type Picture = typeof pictures extends fc.Arbitrary<infer T> ? T : never;

/** Draws the outlines. A gap leaves out one cell of an outline; odd gaps leave out corners. */
function paint(picture: Picture): Map<string, Owner> {
  const shown = new Map<string, Owner>();
  for (const { owner, column, row, width, height, gap } of picture) {
    let drawn = 0;
    for (let right = 0; right <= width; right++) {
      for (let up = 0; up <= height; up++) {
        const onSide = right === 0 || right === width;
        const onEnd = up === 0 || up === height;
        if ((!onSide && !onEnd) || (onSide && onEnd && gap % 2 === 1) || drawn++ === gap) continue;
        const [c, r] = [column + right, row + up];
        if (c >= 0 && c < COLUMNS && r >= 0 && r < ROWS) shown.set(formatCell(c + COLUMNS * r), owner);
      }
    }
  }
  return shown;
}

test('a territory after a placement is that of the board with it, with all rules for walls', () => {
  const after = new Territory();
  const whole = new Territory();
  const textOf = ({ shown, cells, empty }: Territory): string => [...shown, ...cells, empty].join(';');
  let changes = 0;
  for (const options of WALL_PAIRS) {
    for (let game = 0; game < 20; game++) {
      const landscape = game % 2 === 0 ? 'none' : 'europe';
      const position = randomPosition(setupOf({ ...options, landscape }), `after ${game}`);
      if (position.turn === NOBODY) continue;
      const seat = position.turn as 0 | 1;
      const before = position.judged();
      const wrong = [...legalMovesOf(nasca, position)].filter((move) => {
        const { board } = position.clone();
        board.place(move, SEAT_COLOURS[seat]);
        whole.judgeBoard(board, position.wallRules);
        after.judgeAfter(before, move, seat, position.wallRules);
        if (whole.points((1 - seat) as 0 | 1) !== before.points((1 - seat) as 0 | 1)) changes++;
        return textOf(after) !== textOf(whole);
      });
      expect(wrong).toEqual([]);
    }
  }
  expect(changes).toBeGreaterThan(50);
});

const PLAIN = { openCorners: false, neutralWalls: false };
const played = new Territory();
const updated = new Territory();

/** The placements after which the territory of `before` is not that of the same view with them. */
function wronglyUpdated(before: Territory, seat: 0 | 1): string[] {
  const wrong: string[] = [];
  for (let move = 0; move < PLACEMENTS; move++) {
    played.shown[0].set(before.shown[0]);
    played.shown[1].set(before.shown[1]);
    played.neutral.set(before.neutral);
    for (const cell of cellsOf(move)) {
      const row = Math.floor(cell / COLUMNS);
      for (const rows of [...played.shown, played.neutral]) rows[row] = (rows[row] ?? 0) & ~(1 << (cell % COLUMNS));
      played.shown[seat][row] = (played.shown[seat][row] ?? 0) | (1 << (cell % COLUMNS));
    }
    played.judge(PLAIN);
    updated.judgeAfter(before, move, seat, PLAIN);
    if (updated.cells.join(';') !== played.cells.join(';')) wrong.push(nasca.formatMove(move));
  }
  return wrong;
}

test('a territory after a placement is that of the board with it, in pictures of rings and walls', () => {
  const before = new Territory();
  fc.assert(
    fc.property(pictures, fc.constantFrom<0 | 1>(0, 1), (picture, seat) => {
      show(before, paint(picture));
      before.judge(PLAIN);
      expect(wronglyUpdated(before, seat)).toEqual([]);
    }),
    { numRuns: randomGames(40) },
  );
});

test('[N13] a territory after a placement is that of the board with it, where the placement parts an area from an edge', () => {
  const before = new Territory();
  const lines = (at: (line: number, place: number) => number, count: number, length: number): number[][] =>
    Array.from({ length: count }, (_, line) => Array.from({ length }, (__, place) => at(line, place)));
  const rows = lines((row, column) => column + COLUMNS * row, ROWS, COLUMNS);
  const columns = lines((column, row) => column + COLUMNS * row, COLUMNS, ROWS);
  for (const walls of [rows, columns]) {
    for (const [first, wall] of walls.entries()) {
      for (const second of [first, first + 2, first + 3]) {
        const cells = [...wall, ...(walls[second] ?? [])];
        show(before, new Map(cells.map((cell) => [formatCell(cell), 0 as const])));
        before.judge(PLAIN);
        expect(wronglyUpdated(before, 0), `walls ${first} and ${second}`).toEqual([]);
      }
    }
  }
});

describe('against the oracle', () => {
  for (const options of WALL_PAIRS) {
    test(`[N11]–[N15] pictures of rings and walls (${options.corners}, ${options.neutralWalls})`, () => {
      fc.assert(
        fc.property(pictures, (picture) => {
          const shown = paint(picture);
          expect(sorted(territoryOf(shown, options))).toEqual(sorted(oracleTerritory(shown, options)));
        }),
        { numRuns: randomGames(250) },
      );
    });

    test(`[N11]–[N15] random cells (${options.corners}, ${options.neutralWalls})`, () => {
      const cell = fc.constantFrom<Owner | null>(0, 0, 1, 1, 'neutral', null, null, null);
      fc.assert(
        fc.property(fc.array(cell, { minLength: 110, maxLength: 110 }), (cells) => {
          const shown = new Map(
            cells.flatMap((owner, index) => (owner === null ? [] : [[formatCell(index), owner] as const])),
          );
          expect(sorted(territoryOf(shown, options))).toEqual(sorted(oracleTerritory(shown, options)));
        }),
        { numRuns: randomGames(60) },
      );
    });

    test(`[N11]–[N15] positions of random games (${options.corners}, ${options.neutralWalls})`, () => {
      fc.assert(
        fc.property(fc.nat(), fc.constantFrom('none', 'africa', 'south-america'), (seed, landscape) => {
          const view = nasca.view(randomPosition(setupOf({ ...options, landscape }), `territory ${seed}`), 'spectator');
          const shown = new Map(
            view.tops.flatMap((top, index) => {
              const piece = view.pieces[top];
              return piece === undefined ? [] : [[formatCell(index), piece.owner as Owner] as const];
            }),
          );
          expect(view.territory.map((cells) => cells.map(formatCell).sort())).toEqual(
            sorted(oracleTerritory(shown, options)),
          );
        }),
        { numRuns: randomGames(40) },
      );
    });
  }
});
