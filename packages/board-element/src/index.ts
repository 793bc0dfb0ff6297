import { TablierBoard } from './tablier-board.ts';

export { TablierBoard };
export type * from './types.ts';

// A page may contain the script twice.
if (customElements.get('tablier-board') === undefined) customElements.define('tablier-board', TablierBoard);
