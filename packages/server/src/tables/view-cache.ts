import { formatChanged, formatServerMessage, type TableView } from '@tablier/protocol';
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
 * A view is built when a reader is first sent it, and kept for the difference to the next one.
 */
export class ViewCache {
  #state: TableState | null = null;
  /** The previous state; `null` if the seating changed since then. */
  #before: TableState | null = null;
  /** By viewer: the text of the difference. */
  readonly #changes = new Map<SharedViewer, string>();
  /** By viewer: the text of the whole view. */
  readonly #wholes = new Map<SharedViewer, string>();
  /** By viewer: the view of the newest state, and of the one before. */
  #views = new Map<SharedViewer, TableView>();
  #viewsBefore = new Map<SharedViewer, TableView>();

  /** The message for a reader who was last sent `version` (-1 for nothing). */
  messageFor(state: TableState, { you, invited }: Reader, version: number): string {
    if (invited !== null) return wholeOf(state, you, invited);
    if (this.#state !== state) this.#turnTo(state);
    const before = this.#before;
    if (before === null || before.seq !== version) return known(this.#wholes, you, () => wholeOf(state, you, invited));
    const viewer = seesAll(state) ? null : you;
    return known(this.#changes, viewer, () => {
      const [view, viewBefore] = [viewOf(this.#views, state, viewer), viewOf(this.#viewsBefore, before, viewer)];
      return formatChanged(state.id, before.seq, viewBefore, view);
    });
  }

  #turnTo(state: TableState): void {
    this.#before = this.#state?.chairs === state.chairs ? this.#state : null;
    this.#state = state;
    this.#viewsBefore = this.#before === null ? new Map<SharedViewer, TableView>() : this.#views;
    this.#views = new Map();
    this.#changes.clear();
    this.#wholes.clear();
  }
}

const seesAll = ({ game, head }: TableState): boolean => !game.secrets.hides(head.terms.options);

const wholeOf = (state: TableState, you: SharedViewer, invited: number | null): string =>
  formatServerMessage({ kind: 'table', table: tableView(state, you, invited) });

const viewOf = (views: Map<SharedViewer, TableView>, state: TableState, viewer: SharedViewer): TableView =>
  known(views, viewer, () => tableView(state, viewer));

/** The value of a key, made if it is not there yet. */
function known<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
