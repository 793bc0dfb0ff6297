import { type TableSummary, tableSummary } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { Room } from '../tables/room.ts';
import { phaseOf } from '../tables/table-state.ts';
import { summaryOf } from '../tables/table-view.ts';

/** Tables of each phase that the lobby shows. */
const MOST_SHOWN = 40;

interface Entry {
  readonly summary: TableSummary;
  /** Rises with every change of the lobby. */
  readonly revision: number;
}

/** What the lobby has that somebody has not been sent yet. */
export interface LobbyNews {
  readonly changed: readonly TableSummary[];
  readonly gone: readonly string[];
}

/** The open tables: those that wait for somebody while their host is there, those being played, and the latest results. */
export class Lobby {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #pace: number;
  #revision = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `pace`: changes are told this often at most, in milliseconds. */
  constructor(pace: number) {
    this.#pace = pace;
  }

  /** The results of earlier days; tables being played come in through their rooms. */
  async load(store: Store): Promise<void> {
    const over = await store.list('over', MOST_SHOWN);
    for (const { summary } of over.toReversed()) {
      const parsed = tableSummary.safeParse(summary);
      if (parsed.success) this.#put(parsed.data);
    }
  }

  /** A table may have changed. */
  update({ state, audience }: Room): void {
    if (state.head.terms.visibility !== 'open') return;
    const phase = phaseOf(state);
    const host = state.chairs.findIndex((chair) => chair.kind === 'person' && chair.person === state.head.host);
    const isShown = phase === 'waiting' ? audience.here()[host] === true : phase !== 'closed';
    if (isShown) this.#put(summaryOf(state));
    else if (this.#entries.delete(state.id)) this.#changed();
  }

  /** What is new to somebody who was last told at `revision`, and knows of the tables `known`. */
  newsSince(revision: number, known: ReadonlySet<string>): LobbyNews {
    const shown = this.#shown();
    const ids = new Set(shown.map(({ summary }) => summary.id));
    return {
      changed: shown
        .filter((entry) => entry.revision > revision || !known.has(entry.summary.id))
        .map(({ summary }) => summary),
      gone: [...known].filter((id) => !ids.has(id)),
    };
  }

  get revision(): number {
    return this.#revision;
  }

  /** Calls back after changes; returns how to stop. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #put(summary: TableSummary): void {
    const known = this.#entries.get(summary.id);
    if (known !== undefined && JSON.stringify(known.summary) === JSON.stringify(summary)) return;
    this.#entries.set(summary.id, { summary, revision: ++this.#revision });
    this.#forgetOldResults();
    this.#changed();
  }

  /** The newest of each phase. */
  #shown(): Entry[] {
    const newest = [...this.#entries.values()].sort((left, right) => right.summary.at - left.summary.at);
    return (['waiting', 'playing', 'over'] as const).flatMap((phase) =>
      newest.filter(({ summary }) => summary.phase === phase).slice(0, MOST_SHOWN),
    );
  }

  #forgetOldResults(): void {
    const over = [...this.#entries.values()].filter(({ summary }) => summary.phase === 'over');
    if (over.length <= MOST_SHOWN) return;
    const oldest = over.reduce((first, entry) => (entry.summary.at < first.summary.at ? entry : first));
    this.#entries.delete(oldest.summary.id);
  }

  #changed(): void {
    this.#revision++;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const listener of this.#listeners) listener();
    }, this.#pace);
  }
}
