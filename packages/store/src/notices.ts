import type { NoticeListener } from './store.ts';

/** Of so many matches it is remembered how far they were told; of others a number may be told twice. */
const REMEMBERED = 100_000;

/** Passes notices on to the listeners, each number of a match once: they arrive on several ways. */
export class Notices {
  private readonly listeners = new Set<NoticeListener>();
  /** The matches told of last, in that order. */
  private readonly told = new Map<string, number>();

  /** An arrow: it is handed on as a listener itself. */
  readonly tell: NoticeListener = (match, seq) => {
    if (seq <= (this.told.get(match) ?? -1)) return;
    this.remember(match, seq);
    for (const listener of this.listeners) listener(match, seq);
  };

  add(listener: NoticeListener): () => void {
    // A listener given twice is two.
    const own: NoticeListener = (match, seq) => listener(match, seq);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /** A match is no more: another with its id would begin from the beginning. */
  forget(match: string): void {
    this.told.delete(match);
  }

  private remember(match: string, seq: number): void {
    this.told.delete(match);
    this.told.set(match, seq);
    if (this.told.size <= REMEMBERED) return;
    const [oldest] = this.told.keys();
    if (oldest !== undefined) this.told.delete(oldest);
  }
}
