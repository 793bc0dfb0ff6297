import '../english.ts';
import { isaac } from '@tablier/games/isaac';
import { arcanor } from '@tablier/games/arcanor';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withGoal } from '../../src/board/input-path.ts';
import { boardShortcuts, isForBoard, reviewShortcuts } from '../../src/board/shortcuts.ts';
import { board as arcanorBoard } from '../../src/games/arcanor/board.ts';
import { board as isaacBoard } from '../../src/games/isaac/board.ts';
import { boardState } from '../games/board-tools.ts';

const keysOf = (shortcuts: readonly { readonly keys: readonly string[] }[]) =>
  shortcuts.map(({ keys }) => keys.join(' '));
const GENERAL = ['← → ↑ ↓', 'Enter Space', 'Esc'];

describe('the shortcuts of a board', () => {
  it('are the keys of its buttons, then those of every board; each says what it does', () => {
    const options = { scoringStarts: 'placer', counter: 'exact' };
    const position = isaac.start({ options, players: 2, deal: null });
    const keys = () => {
      const state = boardState(isaac, isaacBoard, position);
      return boardShortcuts(isaacBoard.tray(state), isaacBoard.scene(state).chooser);
    };
    expect(keysOf(keys())).toEqual(['3', '4', '5', '6', '7', 'R', ...GENERAL]);
    expect(keys()[0]?.text).toBe('Piece of length 3, marked 1: 5 in hand');
    // The only piece of length 7 of both seats is used up.
    for (const text of ['00-06', '90-96']) position.play(isaac.parseMove(text) ?? -1);
    expect(keysOf(keys())).toEqual(['3', '4', '5', '6', 'R', ...GENERAL]);
  });

  it('has one entry for a key that a button and a question share', () => {
    const position = arcanor.start({ options: { table: 'memory' }, players: 2, deal: null });
    const state = boardState(arcanor, arcanorBoard, position, { viewer: 0, held: { from: 0, to: 8, kind: null } });
    const { chooser } = arcanorBoard.scene(state);
    expect(chooser?.items).toHaveLength(2);
    expect(keysOf(boardShortcuts(arcanorBoard.tray(state), chooser))).toEqual(['S', 'O', 'P', ...GENERAL]);
    expect(keysOf(boardShortcuts([], chooser))).toEqual(['S', 'O', ...GENERAL]);
  });

  it('of a finished game are the arrows that go through its moves', () => {
    expect(keysOf(reviewShortcuts())).toEqual(['← →']);
  });
});

describe('the goal', () => {
  const hint = { kind: 'hint', text: 'Pick a piece.' } as const;
  it('comes before the hints, and gives way to a preview or a reason', () => {
    expect(withGoal([hint], 'Win.').map(({ text }) => text)).toEqual(['Win.', 'Pick a piece.']);
    expect(withGoal([{ kind: 'preview', text: 'Here.' }, hint], 'Win.')).toHaveLength(2);
    expect(withGoal([{ kind: 'reason', text: 'Not here.' }], 'Win.')).toHaveLength(1);
    expect(withGoal([hint], null)).toEqual([hint]);
  });
});

describe('a key', () => {
  class FakeElement {
    readonly #isIn: string;
    constructor(isIn = '') {
      this.#isIn = isIn;
    }
    matches = (selector: string): boolean => this.#isIn !== '' && selector.split(', ').includes(this.#isIn);
  }
  afterEach(() => vi.unstubAllGlobals());

  it('is for the board unless a dialog is open above it, or the focus is elsewhere', () => {
    let dialog: unknown = null;
    vi.stubGlobal('Element', FakeElement);
    vi.stubGlobal('document', { querySelector: (text: string) => (text === 'dialog:modal' ? dialog : null) });
    const target = new FakeElement();
    const key = { target } as unknown as KeyboardEvent;
    const around = (isInside: boolean) => ({ contains: () => isInside }) as unknown as HTMLElement;
    expect(isForBoard(key, around(true))).toBe(true);
    expect(isForBoard(key, around(false))).toBe(false);
    const inBubble = { target: new FakeElement('.bubble *') } as unknown as KeyboardEvent;
    expect(isForBoard(inBubble, around(false))).toBe(true);
    dialog = {};
    expect(isForBoard(key, around(true))).toBe(false);
  });
});
