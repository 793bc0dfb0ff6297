import { failure, type Result, success } from '@tablier/core';
import { type TableRecord, tableRecord } from '@tablier/protocol';
import type { FaultName } from '../lib/table-fault.ts';
import type { Rooms } from './rooms.ts';
import { tableView } from './table-view.ts';

type RecordRefusal = { readonly name: 'not-found' | 'not-over' | FaultName };

/** The record of the finished match at a table. A log may be long; it is not read for a match that is not over. */
export async function recordAtTable(
  rooms: Pick<Rooms, 'statusOf' | 'find' | 'knownFault'>,
  id: string,
): Promise<Result<TableRecord, RecordRefusal>> {
  const status = await rooms.statusOf(id);
  if (status === null) return failure({ name: 'not-found' });
  const room = status === 'over' ? await rooms.find(id) : null;
  if (room === null) return failure(rooms.knownFault(id) ?? { name: 'not-over' });
  const record = tableRecord(tableView(room.state, null));
  return record === null ? failure({ name: 'not-over' }) : success(record);
}
