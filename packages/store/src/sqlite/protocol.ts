import type { Operation, Reply } from '../operations.ts';

/** The database refused an operation because of a bug. */
export interface Fault {
  readonly name: 'fault';
  readonly detail: string;
}

/** Messages to the writer thread. */
export type ToWriter =
  | { readonly kind: 'batch'; readonly operations: readonly Operation[] }
  /** Start to report writes of other processes. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'close' };

/** Messages from the writer thread. */
export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly detail: string }
  /** The replies to a batch, in its order. All changes are on the disk. */
  | { readonly kind: 'replies'; readonly replies: readonly (Reply | Fault)[] }
  | { readonly kind: 'watching' }
  /** Another process wrote to the database. */
  | { readonly kind: 'foreign' };

export interface WriterData {
  readonly file: string;
}
