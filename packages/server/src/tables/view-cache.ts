import { formatChanged, formatServerMessage } from '@tablier/protocol';
import type { TableState } from './table-state.ts';
import { tableView } from './table-view.ts';

/** Who sees the same: a seat or chair, `null` for spectators. */
type Audience = number | null;

/** Who looks: from which seat or chair, `null` for spectators, and which chair is kept for him. */
export interface Reader {
  readonly you: Audience;
  readonly invited: number | null;
}

/**
 * The messages with a table as its audiences are shown it, made once for everybody who sees the same. Who has the version before is
 * sent what changed: the difference of two views, so it says nothing that they do not. Where nothing is hidden all see the same.
 * Views are made of states when they are needed and thrown away: kept for thousands of tables they cost more than made again.
 */
export class ViewCache {
  #state: TableState | null = null;
  /** What was shown before; `null` where those who sit here did not sit here then. */
  #before: TableState | null = null;
  /** By audience: the text of what changed. */
  readonly #changes = new Map<Audience, string>();
  /** By audience: the text of the whole. */
  readonly #wholes = new Map<Audience, string>();

  /** What a reader who has been sent `version` (-1 for nothing) has to be sent to see this state. */
  messageFor(state: TableState, { you, invited }: Reader, version: number): string {
    if (invited !== null) return wholeOf(state, you, invited);
    if (this.#state !== state) this.#turnTo(state);
    const before = this.#before;
    if (before === null || before.seq !== version) return textOf(this.#wholes, you, () => wholeOf(state, you, invited));
    const audience = seesAll(state) ? null : you;
    return textOf(this.#changes, audience, () => changeOf(before, state, audience));
  }

  #turnTo(state: TableState): void {
    this.#before = this.#state?.chairs === state.chairs ? this.#state : null;
    this.#state = state;
    this.#changes.clear();
    this.#wholes.clear();
  }
}

const seesAll = ({ game, head }: TableState): boolean => !game.hidesInformation(head.terms.options);

const wholeOf = (state: TableState, you: Audience, invited: number | null): string =>
  formatServerMessage({ kind: 'table', table: tableView(state, you, invited) });

const changeOf = (before: TableState, after: TableState, audience: Audience): string =>
  formatChanged(after.id, before.seq, tableView(before, audience), tableView(after, audience));

function textOf(known: Map<Audience, string>, audience: Audience, make: () => string): string {
  const text = known.get(audience) ?? make();
  known.set(audience, text);
  return text;
}
