import { TablierBoard } from './tablier-board.ts';

export { TablierBoard };
export type * from './types.ts';

// A page may contain the script twice. A server has no registry, and nothing happens there.
if (typeof customElements !== 'undefined' && customElements.get('tablier-board') === undefined)
  customElements.define('tablier-board', TablierBoard);
