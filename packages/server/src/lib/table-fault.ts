import type { ProtocolError } from '@tablier/protocol';

/** Why a table that is in the store cannot be shown: its game or the version of its rules is not there, or its log is damaged. */
export type FaultName = Extract<ProtocolError['name'], 'unreadable' | 'unknown-game' | 'unknown-rules'>;

/** A table that cannot be loaded. It concerns this table alone: the server goes on, and nothing is written to its log. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly fault: ProtocolError & { readonly name: FaultName };

  constructor(fault: ProtocolError & { readonly name: FaultName }, cause?: unknown) {
    super(fault.detail === undefined ? fault.name : `${fault.name}: ${fault.detail}`, { cause });
    this.fault = fault;
  }
}
