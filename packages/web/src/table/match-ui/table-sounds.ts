import type { Seat, View } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import type { Cue } from '../../board/sound/knocks.ts';

/** Milliseconds after which a player may have looked away, so that their turn is announced by a sound. */
const AWAY = 4000;

export interface Moment {
  readonly view: View;
  /** The number of the last move; -1 before the first. */
  readonly ply: number;
  /** When it was seen, in milliseconds. */
  readonly at: number;
}

/** The sounds between two states: of the last move, and that the user is to move after a long wait. Empty after a take-back. */
export function cuesBetween(
  board: BoardModule,
  before: Moment,
  after: Moment,
  { mover, isRemote, isHidden }: { readonly mover: Seat; readonly isRemote: boolean; readonly isHidden: boolean },
): readonly Cue[] {
  if (after.ply <= before.ply) return [];
  const moved: readonly Cue[] = board.sounds?.(before.view, after.view) ?? [{ sound: 'place' }];
  const isAwaited = isRemote && after.view.turn !== mover && (isHidden || after.at - before.at > AWAY);
  return [...moved.map((cue) => ({ ...cue, isRemote })), ...(isAwaited ? [{ sound: 'turn' as const }] : [])];
}

let lastRunning: { readonly view: View | null; readonly path: string } | null = null;

/** A running match has left the screen with its last view: it is over, or the user has left its page. `path`: of that page. */
export const matchLeft = (view: View | null, path: string): void => {
  lastRunning = { view, path };
};

/**
 * The last view of the match that ran on this page before, once: the page of its end may need long to load. `null` for none: the
 * finished game that appears now is an old one.
 */
export function viewBeforeEnd(path: string): View | null {
  const view = lastRunning?.path === path ? lastRunning.view : null;
  lastRunning = null;
  return view;
}
