import { formatChanged, formatServerMessage } from '@tablier/protocol';
import type { TableState } from './table-state.ts';
import { tableView } from './table-view.ts';

/** Viewers who see the same: those of a seat or chair, or `null` for spectators. */
type SharedViewer = number | null;

/** A reader's seat or chair (`null` for spectators) and the chair reserved for them. */
export interface Reader {
  readonly you: SharedViewer;
  readonly invited: number | null;
}

/**
 * The messages that show one table, built once for all viewers who see the same. A reader who has the previous version
 * is sent the difference of two of their own views, so it reveals nothing more than they do. In games without hidden
 * information all viewers share one difference.
 * Views are built when needed and dropped: for thousands of tables, keeping them costs more than building them again.
 */
export class ViewCache {
  #state: TableState | null = null;
  /** The previous state; `null` if the seating changed since then. */
  #before: TableState | null = null;
  /** By viewer: the text of the difference. */
  readonly #changes = new Map<SharedViewer, string>();
  /** By viewer: the text of the whole view. */
  readonly #wholes = new Map<SharedViewer, string>();

  /** The message for a reader who was last sent `version` (-1 for nothing). */
  messageFor(state: TableState, { you, invited }: Reader, version: number): string {
    if (invited !== null) return wholeOf(state, you, invited);
    if (this.#state !== state) this.#turnTo(state);
    const before = this.#before;
    if (before === null || before.seq !== version) return textOf(this.#wholes, you, () => wholeOf(state, you, invited));
    const viewer = seesAll(state) ? null : you;
    return textOf(this.#changes, viewer, () => changeOf(before, state, viewer));
  }

  #turnTo(state: TableState): void {
    this.#before = this.#state?.chairs === state.chairs ? this.#state : null;
    this.#state = state;
    this.#changes.clear();
    this.#wholes.clear();
  }
}

const seesAll = ({ game, head }: TableState): boolean => !game.secrets.hides(head.terms.options);

const wholeOf = (state: TableState, you: SharedViewer, invited: number | null): string =>
  formatServerMessage({ kind: 'table', table: tableView(state, you, invited) });

const changeOf = (before: TableState, after: TableState, viewer: SharedViewer): string =>
  formatChanged(after.id, before.seq, tableView(before, viewer), tableView(after, viewer));

function textOf(known: Map<SharedViewer, string>, viewer: SharedViewer, make: () => string): string {
  const text = known.get(viewer) ?? make();
  known.set(viewer, text);
  return text;
}
