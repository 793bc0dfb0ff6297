import type { MaskerView } from '@tablier/games/masker';
import type { Table } from '../../board/board-module.ts';

/** What a player holds that has not become a move. */
export interface Held {
  /** Whether the own secret colour is covered, where several people share the device. */
  readonly covered: boolean;
  /** The crosses to be found on the board: a letter. */
  readonly sought: string | null;
  /** The cell of a capture that cannot be undone, pressed once. */
  readonly asked: string | null;
}

export type MaskerTable = Table<MaskerView, Held>;

export const NOTHING: Held = { covered: false, sought: null, asked: null };

/** The question about a capture goes with its position; the rest stays. */
export const keepHeld = ({ held }: MaskerTable): Held => ({ ...held, asked: null });
