import type { NoticeListener } from './store.ts';

/** The number of streams whose last notified number is remembered. For others a number may be repeated. */
const REMEMBERED = 100_000;

/** Passes notices to listeners. Notices arrive from several sources; each number of a stream is passed on once. */
export class Notices {
  private readonly listeners = new Set<NoticeListener>();
  /** The last notified number by stream, least recent first. */
  private readonly notified = new Map<string, number>();

  /** An arrow function, because it is passed as a listener. */
  readonly notify: NoticeListener = (match, seq) => {
    if (seq <= (this.notified.get(match) ?? -1)) return;
    this.remember(match, seq);
    for (const listener of this.listeners) listener(match, seq);
  };

  add(listener: NoticeListener): () => void {
    // A new function, so that the same listener can be added twice.
    const own: NoticeListener = (match, seq) => listener(match, seq);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /** Forgets an erased stream: a new one with its id starts from 0. */
  forget(match: string): void {
    this.notified.delete(match);
  }

  private remember(match: string, seq: number): void {
    this.notified.delete(match);
    this.notified.set(match, seq);
    if (this.notified.size <= REMEMBERED) return;
    const [oldest] = this.notified.keys();
    if (oldest !== undefined) this.notified.delete(oldest);
  }
}
