import type { Operation, Reply } from '../operations.ts';

/** What the writer thread is told. */
export type ToWriter =
  | { readonly kind: 'batch'; readonly operations: readonly Operation[] }
  /** From now on, say when another process has written. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'close' };

/** What the writer thread says. */
export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly detail: string }
  /** The replies to a batch, in its order; all that was done is on the disk. */
  | { readonly kind: 'replies'; readonly replies: readonly Reply[] }
  | { readonly kind: 'watching' }
  /** Another process has written something. */
  | { readonly kind: 'foreign' };

export interface WriterData {
  readonly file: string;
}
