/**
 * The kernel of Nasca's search, in AssemblyScript: it chooses placements of a position and finds the territory after each of them. The
 * reference is `PlainLooker` in `src/nasca/candidates.ts`: it gives the same numbers. Only for `corners=closed` and `neutralWalls=no`.
 * `npm run kernels` compiles it into `src/nasca/kernel-code.ts`.
 *
 * The legal placements of a row are listed at once: each cell has a lane of 8 bits. Eight placements are judged at once: each has a lane of
 * 16 bits, and a row of its board is a mask: bit c is column c.
 */
const ROWS: i32 = 10;
const COLUMNS: i32 = 11;
const CELLS: i32 = ROWS * COLUMNS;
const DIRECTIONS: i32 = 2;
const SHORTEST: i32 = 2;
const LONGEST: i32 = 5;
const FULL_ROW: i32 = 2047;
const LAST_COLUMN: i32 = 1024;
const LANES: i32 = 8;
const VECTOR: i32 = 16;

// The memory, in bytes. What `src/nasca/kernel.ts` reads or writes is exported.
/** By cell: heights, tops and colours, 16 bits each, as `NascaBoard` has them. */
export const BOARD: i32 = 0;
const COLOURS: i32 = BOARD + 4 * CELLS;
/** By placement, also those of neutral pieces: its columns (16 bits); first row, last row, first cell, last cell, the cells before and after it, length, and step (8 bits each). */
export const SHAPES: i32 = 704;
export const SHAPE_SIZE: i32 = 10;
/** By cell * 2 + direction: the number of the placement of length 2 (16 bits). */
export const FIRSTS: i32 = 8512;
/** By seat, by set of supporting colours: 255 if it is allowed, else 0 (8 bits each). */
export const SUPPORTS: i32 = 8960;
/**
 * What to choose: the seat; the lengths in its hand, as bits; where its losses begin in `LOSSES`; the last placement, -1 if there is none;
 * the most remembered placements, and the most others. 32 bits each.
 */
export const TASK: i32 = 9088;
/** As `Looker.losses`: 64 bits each. */
export const LOSSES: i32 = 9216;
/** The chosen placements, ascending; 16 bits each. */
export const CHOSEN: i32 = 30720;
/** As `PLACES` in `src/nasca/evaluation.ts`. */
const MAX_CHOSEN: i32 = 64;
/** As `Counts`, by place in `CHOSEN`: 16 bits each. */
export const RESULTS: i32 = 30848;
const RESULT_SIZE: i32 = MAX_CHOSEN * 2;

/** Rows of cells in lanes of 8 bits. Beyond the last column, and in four more rows, cells are higher than all pieces. */
const CELL_ROWS: i32 = (ROWS + LONGEST - 1) * VECTOR;
const HEIGHTS: i32 = 32768;
const TOPS: i32 = HEIGHTS + CELL_ROWS;
const SHOWN_COLOURS: i32 = TOPS + CELL_ROWS;
/** Placements that are new or near the last one; 16 bits each. */
const FRESH: i32 = SHOWN_COLOURS + CELL_ROWS;
/** Sums of what a cover is worth along the rows and the columns, and what an end is worth next to a cell; 32 bits each. */
const ALONG: i32 = FRESH + 2048;
const ACROSS: i32 = ALONG + 512;
const JOINS: i32 = ACROSS + 512;
/** The lists of the best: placements (16 bits) and keys (64 bits). */
const REMEMBERED: i32 = JOINS + 512;
const OTHERS: i32 = REMEMBERED + 1024;
const KEYS: i32 = 128;

/** Boards of row masks with eight lanes. */
const BOARD_SIZE: i32 = ROWS * VECTOR;
const BEFORE: i32 = OTHERS + 1024; // by seat, then neutral: 16 bits a row
const ADDED: i32 = BEFORE + 64;
const SHOWN: i32 = ADDED + BOARD_SIZE;
const EMPTY: i32 = SHOWN + 2 * BOARD_SIZE;
/** By seat: the free cells, and where two, four and eight of them in a row end. */
const RUNS: i32 = EMPTY + BOARD_SIZE;
const RUNS_SIZE: i32 = 4 * BOARD_SIZE;
const ENCLOSED: i32 = RUNS + 2 * RUNS_SIZE;
const SCORING: i32 = ENCLOSED + 2 * BOARD_SIZE;
const AREAS: i32 = SCORING + 2 * BOARD_SIZE;
const OUTER_RUNS: i32 = AREAS + 2 * BOARD_SIZE;
const FROM_SIDE: i32 = OUTER_RUNS + RUNS_SIZE;
const FROM_BOTTOM: i32 = FROM_SIDE + BOARD_SIZE;
const OPEN: i32 = FROM_BOTTOM + BOARD_SIZE;
const DISPUTED: i32 = OPEN + BOARD_SIZE;
const OUTSIDE: i32 = DISPUTED + BOARD_SIZE;
const HIGHER: i32 = OUTSIDE + BOARD_SIZE;

// As in `src/nasca/candidates.ts`.
const COVER_ENEMY: i32 = 30;
const COVER_OWN: i32 = -10;
const LENGTH: i32 = 3;
const LEVEL: i32 = 5;
const CONNECTION: i32 = 10;

const NEUTRAL: i32 = 4;

function at(board: i32, row: i32): v128 {
  return v128.load(board + row * VECTOR);
}

function set(board: i32, row: i32, cells: v128): void {
  v128.store(board + row * VECTOR, cells);
}

// Choosing

/** Reads the board into rows of cells and row masks. */
function readBoard(): void {
  for (let row = 0; row < ROWS; row++) {
    const heights = readRow(BOARD + row * COLUMNS * 2);
    const colours = readRow(COLOURS + row * COLUMNS * 2);
    set(HEIGHTS, row, v128.or(heights, i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1)));
    set(TOPS, row, readRow(BOARD + (CELLS + row * COLUMNS) * 2));
    set(SHOWN_COLOURS, row, colours);
    for (let board = 0; board < 3; board++) {
      const colour: i32 = 1 << board;
      const shown = i8x16.bitmask(i8x16.eq(colours, i8x16.splat(<i8>colour))) & FULL_ROW;
      store<u16>(BEFORE + (board * ROWS + row) * 2, shown as u16);
    }
  }
  for (let row = ROWS; row < ROWS + LONGEST - 1; row++) set(HEIGHTS, row, i8x16.splat(-1));
}

function readRow(from: i32): v128 {
  return i8x16.narrow_i16x8_u(v128.load(from), v128.load(from + VECTOR));
}

/** Whether a placement with a key comes before the one at a place of a list. */
function isBefore(key: f64, placement: i32, list: i32, place: i32): bool {
  const other = load<f64>(list + KEYS + place * 8);
  return key > other || (key == other && placement < (load<u16>(list + place * 2) as i32));
}

/** Offers a placement to a list of the `most` with the highest keys. Equal keys are in the order of the placements. Returns the new length. */
function offer(list: i32, length: i32, most: i32, key: f64, placement: i32): i32 {
  if (length == most && !isBefore(key, placement, list, most - 1)) return length;
  let place = length == most ? most - 1 : length;
  for (; place > 0 && isBefore(key, placement, list, place - 1); place--) {
    store<f64>(list + KEYS + place * 8, load<f64>(list + KEYS + place * 8 - 8));
    store<u16>(list + place * 2, load<u16>(list + place * 2 - 2));
  }
  store<f64>(list + KEYS + place * 8, key);
  store<u16>(list + place * 2, placement as u16);
  return length == most ? most : length + 1;
}

let losses: i32 = 0;
let freshCount: i32 = 0;
let rememberedCount: i32 = 0;
let mostRemembered: i32 = 0;

/** Takes the legal placements of a length that begin in a row, by column: those of `near` are near the last placement. */
function take(row: i32, direction: i32, length: i32, legal: i32, near: i32): void {
  let rest = legal;
  while (rest != 0) {
    const column = ctz(rest);
    rest &= rest - 1;
    const placement =
      (load<u16>(FIRSTS + ((row * COLUMNS + column) * DIRECTIONS + direction) * 2) as i32) + length - SHORTEST;
    const loss = load<f64>(losses + placement * 8);
    if (loss <= 0) rememberedCount = offer(REMEMBERED, rememberedCount, mostRemembered, loss, placement);
    if (loss > 0 || ((near >> column) & 1) == 1) store<u16>(FRESH + freshCount++ * 2, placement as u16);
  }
}

/** Finds the legal placements of `lengths` (bits) [N4]–[N7]. See `NascaBoard.lengthsOn`. */
function list(seat: i32, lengths: i32, last: i32): void {
  const allowed = v128.load64_zero(SUPPORTS + seat * 8);
  let nearColumns = 0;
  let nearFrom = ROWS;
  let nearTo = -1;
  if (last >= 0) {
    const shape = SHAPES + last * SHAPE_SIZE;
    const columns = load<u16>(shape) as i32;
    nearColumns = columns | (columns << 1) | (columns >> 1);
    nearFrom = (load<u8>(shape + 2) as i32) - 1;
    nearTo = (load<u8>(shape + 3) as i32) + 1;
  }
  for (let row = 0; row < ROWS; row++) {
    const height = at(HEIGHTS, row);
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const step = direction == 0 ? 1 : VECTOR;
      let from = row * VECTOR;
      let alive = i8x16.splat(-1);
      let supports = at(SHOWN_COLOURS, row);
      let top = at(TOPS, row);
      let near = direction == 0 ? (row >= nearFrom && row <= nearTo ? nearColumns : 0) : nearColumns;
      for (let length = SHORTEST; length <= LONGEST; length++) {
        from += step;
        const here = v128.load(HEIGHTS + from);
        const tops = v128.load(TOPS + from);
        const isSupport = i8x16.eq(here, height);
        alive = v128.andnot(alive, i8x16.gt_u(here, height));
        alive = v128.andnot(alive, v128.and(isSupport, i8x16.eq(top, tops)));
        top = v128.bitselect(tops, top, isSupport);
        supports = v128.or(supports, v128.and(v128.load(SHOWN_COLOURS + from), isSupport));
        if (direction == 0) near |= near >> 1;
        if (((lengths >> length) & 1) == 0) continue;
        const legal = v128.and(v128.and(alive, isSupport), i8x16.swizzle(allowed, supports));
        const isNear = direction == 0 || (row <= nearTo && row + length - 1 >= nearFrom);
        take(row, direction, length, i8x16.bitmask(legal) & FULL_ROW, isNear ? near : 0);
      }
    }
  }
}

/** Prepares the sums for `priorityOf`. */
function weigh(seat: i32): void {
  const own = 1 << seat;
  let along = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const colour = load<u16>(COLOURS + cell * 2) as i32;
    const worth = colour == 0 || colour == NEUTRAL ? 0 : colour == own ? COVER_OWN : COVER_ENEMY;
    store<i32>(JOINS + cell * 4, colour == own ? CONNECTION : 0);
    along += worth;
    store<i32>(ALONG + (cell + 1) * 4, along);
    store<i32>(ACROSS + (cell + COLUMNS) * 4, load<i32>(ACROSS + cell * 4) + worth);
  }
  store<i32>(JOINS + CELLS * 4, CONNECTION);
}

/** See `priority` in `candidates.ts`. */
function priorityOf(placement: i32): f64 {
  const shape = SHAPES + placement * SHAPE_SIZE;
  const start = load<u8>(shape + 4) as i32;
  const end = load<u8>(shape + 5) as i32;
  const covered =
    load<u8>(shape + 9) == 1
      ? load<i32>(ALONG + (end + 1) * 4) - load<i32>(ALONG + start * 4)
      : load<i32>(ACROSS + (end + COLUMNS) * 4) - load<i32>(ACROSS + start * 4);
  const joined =
    load<i32>(JOINS + (load<u8>(shape + 6) as i32) * 4) + load<i32>(JOINS + (load<u8>(shape + 7) as i32) * 4);
  const size = load<u8>(shape + 8) as i32;
  return (LENGTH * size + LEVEL * (load<u16>(BOARD + start * 2) as i32) + covered + joined) as f64;
}

function isRemembered(placement: i32): bool {
  for (let place = 0; place < rememberedCount; place++)
    if ((load<u16>(REMEMBERED + place * 2) as i32) == placement) return true;
  return false;
}

/** Chooses placements and judges them, as `Looker.look`. Returns how many. */
export function look(): i32 {
  const seat = load<i32>(TASK);
  losses = LOSSES + load<i32>(TASK + 8) * 8;
  mostRemembered = load<i32>(TASK + 16);
  const mostOthers = load<i32>(TASK + 20);
  freshCount = 0;
  rememberedCount = 0;
  readBoard();
  list(seat, load<i32>(TASK + 4), load<i32>(TASK + 12));
  weigh(seat);
  let otherCount = 0;
  for (let place = 0; place < freshCount; place++) {
    const placement = load<u16>(FRESH + place * 2) as i32;
    if (!isRemembered(placement)) otherCount = offer(OTHERS, otherCount, mostOthers, priorityOf(placement), placement);
  }
  let count = 0;
  for (let place = 0; place < rememberedCount; place++) count = insert(count, load<u16>(REMEMBERED + place * 2));
  for (let place = 0; place < otherCount; place++) count = insert(count, load<u16>(OTHERS + place * 2));
  for (let from = 0; from < count; from += LANES) judge(from, min(LANES, count - from), seat);
  return count;
}

/** Inserts a placement into `CHOSEN`. Returns the new length. */
function insert(count: i32, placement: u16): i32 {
  let place = count;
  for (; place > 0 && load<u16>(CHOSEN + place * 2 - 2) > placement; place--)
    store<u16>(CHOSEN + place * 2, load<u16>(CHOSEN + place * 2 - 2));
  store<u16>(CHOSEN + place * 2, placement);
  return count + 1;
}

// Judging

/** The runs of free cells in a row that contain one of `cells`. */
function spread(cells: v128, runs: i32, row: i32): v128 {
  const free = at(runs, row);
  let reached = v128.and(cells, free);
  // Adding a cell to a run clears it from this cell on to its end.
  reached = v128.or(reached, v128.and(v128.xor(free, i16x8.add(free, reached)), free));
  reached = v128.or(reached, v128.and(free, i16x8.shr_u(reached, 1)));
  reached = v128.or(reached, v128.and(at(runs + BOARD_SIZE, row), i16x8.shr_u(reached, 2)));
  reached = v128.or(reached, v128.and(at(runs + 2 * BOARD_SIZE, row), i16x8.shr_u(reached, 4)));
  return v128.or(reached, v128.and(at(runs + 3 * BOARD_SIZE, row), i16x8.shr_u(reached, 8)));
}

/** Sets the free cells of a row. */
function setRuns(runs: i32, row: i32, free: v128): void {
  const two = v128.and(free, i16x8.shr_u(free, 1));
  const four = v128.and(two, i16x8.shr_u(two, 2));
  set(runs, row, free);
  set(runs + BOARD_SIZE, row, two);
  set(runs + 2 * BOARD_SIZE, row, four);
  set(runs + 3 * BOARD_SIZE, row, v128.and(four, i16x8.shr_u(four, 4)));
}

let hasGrown: bool = false;

/** Adds the free cells of a row that are next to `last`, which is the row before. Returns the row. */
function grow(board: i32, runs: i32, row: i32, last: v128): v128 {
  const before = at(board, row);
  if (!v128.any_true(v128.andnot(v128.and(last, at(runs, row)), before))) return before;
  const reached = spread(v128.or(before, last), runs, row);
  set(board, row, reached);
  hasGrown = true;
  return reached;
}

function withSides(cells: v128): v128 {
  return v128.or(cells, v128.or(i16x8.shl(cells, 1), i16x8.shr_u(cells, 1)));
}

/** Adds to the cells of a board all free ones that are connected with them across sides, and across corners if asked. */
function fill(board: i32, runs: i32, byCorners: bool): void {
  let last = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) {
    last = spread(v128.or(at(board, row), byCorners ? withSides(last) : last), runs, row);
    set(board, row, last);
  }
  while (true) {
    hasGrown = false;
    for (let row = ROWS - 2; row >= 0; row--) last = grow(board, runs, row, byCorners ? withSides(last) : last);
    if (!hasGrown) return;
    hasGrown = false;
    for (let row = 1; row < ROWS; row++) last = grow(board, runs, row, byCorners ? withSides(last) : last);
    if (!hasGrown) return;
  }
}

/** Finds the cells that a seat encloses [N12] [N13]: those of all areas that do not join two opposite edges. */
function enclose(seat: i32): void {
  const own = SHOWN + seat * BOARD_SIZE;
  const into = ENCLOSED + seat * BOARD_SIZE;
  const runs = RUNS + seat * RUNS_SIZE;
  for (let row = 0; row < ROWS; row++) {
    const free = v128.andnot(i16x8.splat(<i16>FULL_ROW), at(own, row));
    setRuns(runs, row, free);
    set(FROM_SIDE, row, v128.and(free, i16x8.splat(1)));
    set(FROM_BOTTOM, row, row == 0 ? free : i16x8.splat(0));
  }
  fill(FROM_SIDE, runs, false);
  fill(FROM_BOTTOM, runs, false);
  for (let row = 0; row < ROWS; row++) {
    const across = v128.and(at(FROM_SIDE, row), i16x8.splat(<i16>LAST_COLUMN));
    set(OPEN, row, row == ROWS - 1 ? v128.or(across, at(FROM_BOTTOM, row)) : across);
  }
  fill(OPEN, runs, false);
  for (let row = 0; row < ROWS; row++) set(into, row, v128.andnot(at(runs, row), at(OPEN, row)));
}

/** Gives the enclosed empty cells to the seats. */
function share(): void {
  let disputed = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) {
    const empty = at(EMPTY, row);
    const first = v128.and(at(ENCLOSED, row), empty);
    const second = v128.and(at(ENCLOSED + BOARD_SIZE, row), empty);
    const both = v128.and(first, second);
    set(SCORING, row, v128.andnot(first, both));
    set(SCORING + BOARD_SIZE, row, v128.andnot(second, both));
    set(DISPUTED, row, both);
    disputed = v128.or(disputed, both);
  }
  while (v128.any_true(disputed)) disputed = settle();
}

/** Gives the cells of one pair of areas in each lane to the inner one [N15]. Returns the columns that are still disputed. */
function settle(): v128 {
  let isFound = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) {
    const cells = v128.andnot(at(DISPUTED, row), isFound);
    const cell = v128.and(cells, i16x8.neg(cells));
    isFound = v128.or(isFound, i16x8.ne(cell, i16x8.splat(0)));
    set(AREAS, row, cell);
    set(AREAS + BOARD_SIZE, row, cell);
  }
  fill(AREAS, RUNS, false);
  fill(AREAS + BOARD_SIZE, RUNS + RUNS_SIZE, false);
  const first = isInner(0);
  const second = isInner(1);
  let left = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) {
    const disputed = at(DISPUTED, row);
    const common = v128.and(disputed, v128.and(at(AREAS, row), at(AREAS + BOARD_SIZE, row)));
    const rest = v128.andnot(disputed, common);
    set(SCORING, row, v128.or(at(SCORING, row), v128.and(common, v128.andnot(first, second))));
    set(
      SCORING + BOARD_SIZE,
      row,
      v128.or(at(SCORING + BOARD_SIZE, row), v128.and(common, v128.andnot(second, first))),
    );
    set(DISPUTED, row, rest);
    left = v128.or(left, rest);
  }
  return left;
}

/** By lane: whether all own cells next to the seat's area that the area does not shut in are in the other's area; all bits or none. */
function isInner(seat: i32): v128 {
  const area = AREAS + seat * BOARD_SIZE;
  const uncovered = uncoveredBy(seat);
  if (!v128.any_true(uncovered)) return i16x8.splat(-1);
  for (let row = 0; row < ROWS; row++) {
    const free = v128.andnot(i16x8.splat(<i16>FULL_ROW), at(area, row));
    setRuns(OUTER_RUNS, row, free);
    set(OUTSIDE, row, row == 0 || row == ROWS - 1 ? free : v128.and(free, i16x8.splat(<i16>(LAST_COLUMN | 1))));
  }
  fill(OUTSIDE, OUTER_RUNS, true);
  let outside = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) outside = v128.or(outside, v128.and(uncoveredIn(seat, row), at(OUTSIDE, row)));
  return i16x8.eq(outside, i16x8.splat(0));
}

function uncoveredBy(seat: i32): v128 {
  let uncovered = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) uncovered = v128.or(uncovered, uncoveredIn(seat, row));
  return uncovered;
}

/** The own cells of a row next to the seat's area that are not in the other's area. */
function uncoveredIn(seat: i32, row: i32): v128 {
  const area = AREAS + seat * BOARD_SIZE;
  let near = withSides(at(area, row));
  if (row > 0) near = v128.or(near, at(area, row - 1));
  if (row < ROWS - 1) near = v128.or(near, at(area, row + 1));
  return v128.andnot(v128.and(near, at(SHOWN + seat * BOARD_SIZE, row)), at(AREAS + (1 - seat) * BOARD_SIZE, row));
}

function plus(numbers: v128, cells: v128): v128 {
  return i16x8.add(numbers, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(cells)));
}

/** The columns below the highest one. */
function spreadDown(row: v128): v128 {
  let cells = i16x8.shr_u(row, 1);
  cells = v128.or(cells, i16x8.shr_u(cells, 1));
  cells = v128.or(cells, i16x8.shr_u(cells, 2));
  cells = v128.or(cells, i16x8.shr_u(cells, 4));
  return v128.or(cells, i16x8.shr_u(cells, 8));
}

function report(kind: i32, from: i32, numbers: v128): void {
  v128.store(RESULTS + kind * RESULT_SIZE + from * 2, numbers);
}

/** Counts what the evaluation of a seat counts. See `countCells` in `src/nasca/evaluation.ts`. */
function count(seat: i32, from: i32): void {
  const own = SHOWN + seat * BOARD_SIZE;
  let higher = i16x8.splat(0);
  for (let row = ROWS - 1; row >= 0; row--) {
    set(HIGHER, row, higher);
    higher = v128.or(higher, at(own, row));
  }
  let lower = i16x8.splat(0);
  let points = i16x8.splat(0);
  let fours = i16x8.splat(0);
  let threes = i16x8.splat(0);
  let twos = i16x8.splat(0);
  for (let row = 0; row < ROWS; row++) {
    const here = at(own, row);
    const above = at(HIGHER, row);
    const empty = at(EMPTY, row);
    const scoring = at(SCORING + seat * BOARD_SIZE, row);
    points = plus(points, scoring);
    const lowest = v128.and(here, i16x8.neg(here));
    const left = i16x8.neg(i16x8.add(lowest, lowest));
    const right = spreadDown(here);
    const open = v128.andnot(empty, scoring);
    const bothAcross = v128.and(v128.and(left, right), open);
    const anyAcross = v128.and(v128.or(left, right), open);
    const bothAlong = v128.and(lower, above);
    const anyAlong = v128.or(lower, above);
    const all = v128.and(bothAcross, bothAlong);
    const most = v128.or(v128.and(bothAcross, anyAlong), v128.and(anyAcross, bothAlong));
    fours = plus(fours, all);
    threes = plus(threes, v128.andnot(most, all));
    twos = plus(twos, v128.andnot(v128.and(anyAcross, anyAlong), most));
    lower = v128.or(lower, here);
  }
  report(seat * 4, from, points);
  report(seat * 4 + 1, from, fours);
  report(seat * 4 + 2, from, threes);
  report(seat * 4 + 3, from, twos);
}

/** Judges up to eight chosen placements of a seat. */
function judge(from: i32, lanes: i32, seat: i32): void {
  const own = SHOWN + seat * BOARD_SIZE;
  const other = SHOWN + (1 - seat) * BOARD_SIZE;
  memory.fill(ADDED, 0, BOARD_SIZE);
  for (let lane = 0; lane < lanes; lane++) {
    const shape = SHAPES + (load<u16>(CHOSEN + (from + lane) * 2) as i32) * SHAPE_SIZE;
    const columns = load<u16>(shape);
    const last = load<u8>(shape + 3) as i32;
    for (let row = load<u8>(shape + 2) as i32; row <= last; row++) store<u16>(ADDED + row * VECTOR + lane * 2, columns);
  }
  for (let row = 0; row < ROWS; row++) {
    const added = at(ADDED, row);
    const mine = v128.or(v128.load16_splat(BEFORE + (seat * ROWS + row) * 2), added);
    const theirs = v128.andnot(v128.load16_splat(BEFORE + ((1 - seat) * ROWS + row) * 2), added);
    const neutral = v128.load16_splat(BEFORE + (2 * ROWS + row) * 2);
    set(own, row, mine);
    set(other, row, theirs);
    set(EMPTY, row, v128.andnot(i16x8.splat(<i16>FULL_ROW), v128.or(v128.or(mine, theirs), neutral)));
  }
  enclose(0);
  enclose(1);
  share();
  count(0, from);
  count(1, from);
}
