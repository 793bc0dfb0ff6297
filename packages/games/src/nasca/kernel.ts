import { ALLOWED_SUPPORTS, SEAT_COLOURS } from './board.ts';
import { AFTER, BEFORE, lastPlacement, Looker, LOSSES, memoryOf, type Most } from './candidates.ts';
import { type Counts, PER_SEAT, PLACES } from './evaluation.ts';
import { CODE } from './kernel-code.ts';
import {
  CELLS,
  COLUMN_MASKS,
  DIRECTIONS,
  ENDS,
  FIRST_ROWS,
  FIRSTS,
  LAST_ROWS,
  SIZES,
  STARTS,
  STRIDES,
} from './placements.ts';
import type { NascaPosition } from './position.ts';
import type { WallRules } from './scoring.ts';

// Nodes and browsers have these; the types of the language do not.
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
declare function atob(text: string): string;

/** The exports of a module in Base64; `null` where the host lacks WebAssembly or its vectors, or a policy forbids it. */
export function exportsOf(code: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  } catch {
    return null;
  }
}

interface Address {
  readonly value: number;
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  look(): number;
  readonly BOARD: Address;
  readonly SHAPES: Address;
  readonly SHAPE_SIZE: Address;
  readonly FIRSTS: Address;
  readonly SUPPORTS: Address;
  readonly TASK: Address;
  readonly LOSSES: Address;
  readonly CHOSEN: Address;
  readonly RESULTS: Address;
}

const SUPPORT_SETS = 8;
const TASK_LENGTH = 6;
const SHAPE_BYTES = [FIRST_ROWS, LAST_ROWS, STARTS, ENDS, BEFORE, AFTER, SIZES, STRIDES] as const;

/** An instance of `assembly/nasca.ts`. All lookers of a thread share it. */
class Kernel {
  readonly look: () => number;
  readonly board: Uint16Array;
  readonly task: Int32Array;
  readonly losses: Float64Array;
  readonly chosen: Uint16Array;
  readonly counts: Counts;
  user: Looker | null = null;

  constructor(exports: Exports) {
    const { buffer } = exports.memory;
    this.look = exports.look;
    this.board = new Uint16Array(buffer, exports.BOARD.value, 3 * CELLS);
    this.task = new Int32Array(buffer, exports.TASK.value, TASK_LENGTH);
    this.losses = new Float64Array(buffer, exports.LOSSES.value, LOSSES);
    this.chosen = new Uint16Array(buffer, exports.CHOSEN.value, PLACES);
    this.counts = new Uint16Array(buffer, exports.RESULTS.value, 2 * PER_SEAT);
    writeTables(exports);
  }
}

function writeTables({ memory: { buffer }, FIRSTS: firsts, SUPPORTS, SHAPES, SHAPE_SIZE }: Exports): void {
  new Uint16Array(buffer, firsts.value, CELLS * DIRECTIONS).set(FIRSTS);
  for (const [seat, colour] of SEAT_COLOURS.entries()) {
    const supports = new Uint8Array(buffer, SUPPORTS.value + seat * SUPPORT_SETS, SUPPORT_SETS);
    for (let set = 0; set < SUPPORT_SETS; set++) supports[set] = -(((ALLOWED_SUPPORTS[colour] as number) >> set) & 1);
  }
  for (let placement = 0; placement < STARTS.length; placement++) {
    const shape = new DataView(buffer, SHAPES.value + placement * SHAPE_SIZE.value, SHAPE_SIZE.value);
    shape.setUint16(0, COLUMN_MASKS[placement] as number, true);
    for (const [index, table] of SHAPE_BYTES.entries()) shape.setUint8(2 + index, table[placement] as number);
  }
}

let kernel: Kernel | null | undefined;

function sharedKernel(): Kernel | null {
  if (kernel === undefined) {
    const exports = exportsOf(CODE) as Exports | null;
    kernel = exports === null ? null : new Kernel(exports);
  }
  return kernel;
}

/** Does it in WebAssembly, several times as fast as `PlainLooker`. */
class KernelLooker extends Looker {
  readonly chosen: Uint16Array;
  readonly counts: Counts;
  readonly #kernel: Kernel;

  constructor(shared: Kernel) {
    super();
    this.#kernel = shared;
    this.chosen = shared.chosen;
    this.counts = shared.counts;
  }

  look(position: NascaPosition, { remembered, others }: Most): number {
    const { board, task, losses, user, look } = this.#kernel;
    if (user !== this) {
      losses.set(this.losses);
      this.#kernel.user = this;
    }
    board.set(position.board.cells);
    task[0] = position.turn;
    task[1] = position.lengthsInHand(position.turn);
    task[2] = memoryOf(position);
    task[3] = lastPlacement(position);
    task[4] = remembered;
    task[5] = others;
    return look();
  }

  override learn(at: number, loss: number): void {
    super.learn(at, loss);
    this.#kernel.losses[at] = this.losses[at] as number;
  }
}

/** A looker with the kernel; `null` for other rules than the kernel knows, and on hosts that do not run it. */
export function kernelLooker({ openCorners, neutralWalls }: WallRules): Looker | null {
  const shared = openCorners || neutralWalls ? null : sharedKernel();
  return shared === null ? null : new KernelLooker(shared);
}
