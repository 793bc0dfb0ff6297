import { StoreUnavailable } from '@tablier/store';
import type { ProtocolError } from '@tablier/protocol';

/** Not possible now, perhaps shortly: the database does not answer. Never thrown for a bug. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Whether an error only means that something is not possible now. Any other error is a bug. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof StoreUnavailable;

export type FaultName = Extract<ProtocolError['name'], 'unreadable' | 'unknown-game' | 'unknown-rules'>;

/** A table that cannot be loaded. The server continues without it, and writes nothing to its log. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly fault: ProtocolError & { readonly name: FaultName };

  constructor(fault: ProtocolError & { readonly name: FaultName }, cause?: unknown) {
    super(fault.detail === undefined ? fault.name : `${fault.name}: ${fault.detail}`, { cause });
    this.fault = fault;
  }
}
