import type { MaskerView } from '@tablier/games/masker';
import type { Table } from '../../board/board-module.ts';

/** What a player holds that has not become a move. */
export interface Held {
  /** Whether the own secret colour lies open. */
  readonly open: boolean;
  /** The crosses to be found on the board: a letter. */
  readonly sought: string | null;
  /** The cell of a capture that cannot be undone, pressed once. */
  readonly asked: string | null;
  /** The turn in which all this was so. */
  readonly turnIndex: number;
}

export type MaskerTable = Table<MaskerView, Held>;

export const NOTHING: Held = { open: false, sought: null, asked: null, turnIndex: -1 };

/** What was shown stays so to the end of the turn; then a colour that lies open is covered again. */
export function keepHeld({ view, held }: MaskerTable): Held {
  const same = view.turnIndex === held.turnIndex && view.seat !== null;
  return { ...NOTHING, open: same && held.open, sought: held.sought, turnIndex: view.turnIndex };
}
