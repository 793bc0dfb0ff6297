import { formatChanged, formatServerMessage, type TableView } from '@tablier/protocol';
import type { TableState } from './table-state.ts';
import { tableView } from './table-view.ts';

/** Who sees the same: a seat or chair, `null` for spectators. */
type Audience = number | null;

/** Who looks: from which seat or chair, `null` for spectators, and which chair is kept for him. */
export interface Reader {
  readonly you: Audience;
  readonly invited: number | null;
}

/** What one audience is shown. Texts are made when they are first asked for. */
interface Shown {
  readonly view: TableView;
  /** The version that it was shown before; -1 for none that a change could begin from. */
  readonly from: number;
  /** The view of that version, until the change from it has been written. */
  before: TableView | null;
  change: string;
  /** By whoever reads it. */
  readonly whole: Map<Audience, string>;
}

/**
 * The messages with a table as its audiences are shown it, made once for everybody who sees the same. Who has the version before is
 * sent what changed: the difference of two views, so it says nothing that they do not. Where nothing is hidden all see the same.
 */
export class ShownViews {
  #state: TableState | null = null;
  #shown = new Map<Audience, Shown>();
  #before: ReadonlyMap<Audience, Shown> = new Map();

  /** What a reader who has been sent `version` (-1 for nothing) has to be sent to see this state. */
  messageFor(state: TableState, { you, invited }: Reader, version: number): string {
    if (invited !== null) return formatServerMessage({ kind: 'table', table: tableView(state, you, invited) });
    if (this.#state !== state) this.#turnTo(state);
    const audience = seesAll(state) ? null : you;
    const shown = this.#shown.get(audience) ?? this.#project(state, audience);
    return shown.from >= 0 && shown.from === version ? changeOf(shown) : wholeOf(shown, you);
  }

  /** What is shown now is what was shown before; for who sits elsewhere than before nothing was. */
  #turnTo(state: TableState): void {
    this.#before = this.#state?.chairs === state.chairs ? this.#shown : new Map();
    this.#shown = new Map();
    this.#state = state;
  }

  #project(state: TableState, audience: Audience): Shown {
    const before = this.#before.get(audience)?.view ?? null;
    const view = tableView(state, audience);
    const shown = { view, from: before?.version ?? -1, before, change: '', whole: new Map() };
    this.#shown.set(audience, shown);
    return shown;
  }
}

const seesAll = ({ game, head }: TableState): boolean => !game.hidesInformation(head.terms.options);

function changeOf(shown: Shown): string {
  const { view, from, before } = shown;
  if (before !== null) {
    shown.change = formatChanged(view.id, from, before, view);
    shown.before = null;
  }
  return shown.change;
}

function wholeOf({ view, whole }: Shown, you: Audience): string {
  const known = whole.get(you);
  if (known !== undefined) return known;
  const text = formatServerMessage({ kind: 'table', table: { ...view, you } });
  whole.set(you, text);
  return text;
}
