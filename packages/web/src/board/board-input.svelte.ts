import type { Move, View } from '@tablier/core';
import { readJson, writeJson } from '../lib/local-storage.ts';
import type { BoardModule, BoardState, BoardToggle, Step } from './board-module.ts';
import { afterInput, inputPath } from './input-path.ts';
import { follow } from './scene/drag.ts';
import { playCues } from './sound/sounds.ts';

interface Shown extends Omit<BoardState<View, unknown>, 'held' | 'pointed' | 'touch' | 'tried'> {
  readonly board: BoardModule;
  readonly disabled: boolean;
}

interface Outcomes {
  readonly move: (move: Move) => void;
  readonly peek: (peek: string) => void;
  readonly undo: () => void;
}

export class BoardInput {
  /** Whether the last pointer was a finger; before the first one, whether the device is a touch screen. */
  touch = $state(window.matchMedia('(hover: none), (pointer: coarse)').matches);
  #held = $state.raw<unknown>();
  #pointed = $state<string | null>(null);
  #tried = $state<string | null>(null);
  /** The target of the last press. A mouse that stays there after the move points at nothing until it has left. */
  #settled = $state<string | null>(null);
  /** The target of the last touch: a second touch there is a press, like a click. */
  #touched: string | null = null;
  #isDragging = false;
  readonly #shown: () => Shown;
  readonly #outcomes: Outcomes;

  constructor(shown: () => Shown, outcomes: Outcomes) {
    this.#shown = shown;
    this.#outcomes = outcomes;
  }

  readonly state: BoardState<View, unknown> = $derived.by(() => {
    const { board, disabled, ...shown } = this.#shown();
    return {
      ...shown,
      choices: disabled ? [] : shown.choices,
      held: this.#held ?? board.nothing,
      pointed: this.#pointed,
      touch: this.touch,
      tried: this.#tried !== null && this.#tried === this.#pointed,
    };
  });
  readonly scene = $derived.by(() => this.#board.scene(this.state));
  readonly groups = $derived.by(() => this.#board.tray(this.state));
  readonly carries = $derived.by(
    () => this.#board.carries?.(this.state.held) ?? this.state.held !== this.#board.nothing,
  );
  readonly isMoving = $derived.by(() => this.#board.isMoving?.(this.state.held) ?? this.carries);
  readonly #preview = $derived.by(() =>
    this.touch && this.#board.touchPointsFirst && !this.#isDisabled && this.#pointed !== null
      ? this.#board.press(this.state, this.#pointed)
      : null,
  );
  readonly isReady = $derived.by(() => this.#isLegal(this.#preview?.move));

  get canCancel(): boolean {
    return (this.#pointed !== null && this.#pointed !== this.#settled) || this.carries;
  }

  get #board(): BoardModule {
    return this.#shown().board;
  }

  get #isDisabled(): boolean {
    return this.#shown().disabled;
  }

  #isLegal(move: Move | undefined): move is Move {
    return move !== undefined && this.state.choices.includes(move);
  }

  /** After a change of the position: a target pointed at before must not be judged against it. */
  renew(): void {
    this.#held = this.#board.keep?.(this.state) ?? this.#board.nothing;
    this.#pointed = null;
    this.#touched = null;
  }

  #take(step: Step<unknown>): void {
    this.#held = step.held;
    this.#settled = step.move === undefined ? null : this.#pointed;
    if (this.#isLegal(step.move)) this.#outcomes.move(step.move);
    if (step.peek !== undefined) this.#outcomes.peek(step.peek);
    if (step.undo === true && this.state.undoable) this.#outcomes.undo();
  }

  readonly confirm = (): void => {
    if (this.#preview !== null && this.isReady) this.#take(this.#preview);
  };

  readonly point = (target: string | null): void => {
    if (target !== null && target === this.#settled) return;
    this.#settled = null;
    if (target !== this.#tried) this.#tried = null;
    this.#pointed = target;
  };

  /** Points at a place where nothing else is pointed at. */
  aim(target: string | undefined): void {
    this.#pointed ??= target ?? null;
  }

  readonly press = (target: string, by: 'key' | 'mouse' | 'touch'): void => {
    if (this.#isDisabled) {
      // With touch this is the only way to examine something.
      if (by === 'touch') this.#pointed = target;
      return;
    }
    // A second click of one who clicks twice comes when the opponent has answered.
    if (target === this.#settled && this.#isRefused(target)) return;
    const { state } = this;
    const board = this.#board;
    const taken = board.takeUp?.(state, target) ?? null;
    const step = taken === null ? board.press({ ...state, pointed: target }, target) : { held: taken };
    if (this.#isRefused(target)) void playCues([{ sound: 'illegal' }]);
    const isFirstTouch = by === 'touch' && this.#touched !== target;
    this.#touched = isFirstTouch ? target : null;
    this.#pointed = target;
    this.#tried = target;
    if (isFirstTouch && board.touchPointsFirst && step.move !== undefined) return;
    this.#take(step);
  };

  #isRefused(target: string): boolean {
    if (!this.scene.targets.some(({ id, enabled }) => id === target && !enabled)) return false;
    const notes = this.#board.notes({ ...this.state, pointed: target, tried: true });
    return notes.some(({ kind }) => kind === 'reason');
  }

  readonly drag = (from: string, to: string): void => {
    if (this.#isDisabled) return;
    const board = this.#board;
    this.#pointed = to;
    if (board.drag !== undefined) return this.#take(board.drag(this.state, from, to));
    this.#take(board.press({ ...this.state, pointed: from }, from));
    this.#take(board.press({ ...this.state, pointed: to }, to));
  };

  readonly grip = (from: string): void => {
    const board = this.#board;
    if (!this.#isDisabled && board.drag !== undefined) this.#take(board.drag(this.state, from, null));
  };

  readonly turn = (): void => {
    if (!this.#isDisabled && this.#board.turn !== undefined) this.#held = this.#board.turn(this.state);
  };

  readonly pick = (item: string): void => {
    // The release after a drag is no press.
    if (this.#isDragging) this.#isDragging = false;
    else this.#take(this.#board.pick(this.state, item));
  };

  readonly grab = (item: string, down: PointerEvent): void => {
    follow(down, {
      begin: () => {
        this.#isDragging = true;
        this.#held = this.#board.pick({ ...this.state, held: this.#board.nothing }, item).held;
      },
      over: (target) => (this.#pointed = target),
      drop: (target) => {
        if (target !== null) this.press(target, 'mouse');
        setTimeout(() => (this.#isDragging = false));
      },
    });
  };

  readonly putBack = (): void => {
    this.letGo();
    this.#pointed = null;
    this.#touched = null;
  };

  letGo(): void {
    this.#held = this.#board.putBack?.(this.state.held) ?? this.#board.nothing;
  }

  /** Does everything that leads to a move except the last press, which is left to the user. */
  prepare(move: Move): void {
    this.putBack();
    for (const input of inputPath(this.#board, this.state, move) ?? []) {
      const step = afterInput(this.#board, this.state, input);
      if (step.move !== undefined) this.#pointed = input.kind === 'press' ? input.target : null;
      else this.#held = step.held;
    }
    this.#touched = this.#pointed;
  }

  takeUp(move: Move): void {
    for (const input of inputPath(this.#board, this.state, move) ?? []) {
      if (input.kind === 'press') return;
      this.#held = afterInput(this.#board, this.state, input).held;
    }
  }
}

const keyOf = (game: string): string => `tablier.board.${game}`;

/** Which display settings of a board are on; stored in this browser if it allows it. */
export class Toggles {
  on: ReadonlySet<string> = $state.raw(new Set());
  readonly #game: string;

  constructor(game: string, toggles: readonly BoardToggle[]) {
    this.#game = game;
    const remembered = readSet(keyOf(game));
    const initially = toggles.filter((toggle) => toggle.initially).map(({ id }) => id);
    this.on = new Set(remembered ?? initially);
  }

  flip(id: string): void {
    const next = new Set(this.on);
    if (!next.delete(id)) next.add(id);
    this.on = next;
    // Without storage the choice lasts until the page is left.
    writeJson(keyOf(this.#game), [...next]);
  }
}

function readSet(key: string): string[] | null {
  const data = readJson(key);
  return Array.isArray(data) ? data.filter((item) => typeof item === 'string') : null;
}
