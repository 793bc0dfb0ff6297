import { SeededRng } from '@tablier/core';
import { isaac, type IsaacView } from '@tablier/games/isaac';
import { describe, expect, it } from 'vitest';
import '../english.ts';
import { board as isaacBoard } from '../../src/games/isaac/board.ts';
import { People } from '../../src/lib/people.ts';

/** A scoring position, or with `upTo` one during an advance, drawn from a fixed seed. */
function viewIn(phase: IsaacView['phase']): IsaacView {
  const rng = new SeededRng('isaac board');
  const position = isaac.start({ options: { scoringStarts: 'placer', counter: 'upTo' }, players: 2, deal: null });
  const view = (): IsaacView => isaac.view(position, 'spectator');
  while (view().phase !== phase) position.play(position.randomMove(rng));
  return view();
}

/** The notes for a pointer on the first enabled target. */
function said(view: IsaacView, touch: boolean): string[] {
  const state = {
    view,
    choices: isaac.choices(view),
    viewer: view.turn,
    bottom: 0,
    held: isaacBoard.nothing,
    pointed: null,
    lastMoves: [],
    peeks: [],
    toggled: new Set<string>(),
    undoable: false,
    shared: false,
    people: new People(isaac),
    touch,
  };
  const target = isaacBoard.scene(state).targets.find(({ enabled }) => enabled);
  return isaacBoard.notes({ ...state, pointed: target?.id ?? null }).map(({ text }) => text);
}

describe('a first touch', () => {
  it('[I9] explains that a second one removes the piece', () => {
    const view = viewIn('scoring');
    expect(said(view, true).at(-1)).toBe('Tap again to remove it.');
    expect(said(view, false).join()).not.toContain('Tap');
  });

  it('[I13] explains that a second one moves the counter', () => {
    const view = viewIn('advancing');
    expect(said(view, true).at(-1)).toBe('Tap again to move there.');
    expect(said(view, false).join()).not.toContain('Tap');
  });
});
