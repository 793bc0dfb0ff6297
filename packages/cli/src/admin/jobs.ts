import type { ListedJob } from '@tablier/store';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';

/** The most jobs of one kind that are shown. */
const MOST = 100;

/** `tablier admin jobs`: one per line, in the order in which they are due. */
export async function list(flags: DatabaseFlags): Promise<number> {
  for (const job of await withStore(flags, (store) => store.jobs.list(MOST))) await writeLine(described(job));
  return EXIT.ok;
}

/** `tablier admin retry-job ID`. */
export async function retry(id: string, flags: DatabaseFlags): Promise<number> {
  const isRetried = await withStore(flags, (store) => store.jobs.retry(id, Date.now()));
  if (!isRetried) throw new UsageError(`unknown-job (${id}: no dead job has this id)`);
  await writeLine(`${id} is due now`);
  return EXIT.ok;
}

/** `tablier admin drop-job ID`. */
export async function drop(id: string, flags: DatabaseFlags): Promise<number> {
  const isDropped = await withStore(flags, (store) => store.jobs.drop(id));
  if (!isDropped) throw new UsageError(`unknown-job (${id}: no job that waits or is dead has this id)`);
  await writeLine(`${id} is dropped`);
  return EXIT.ok;
}

function described({ id, kind, state, key, dueAt, failures, error }: ListedJob): string {
  const due = new Date(dueAt).toISOString();
  const failed = failures === 0 ? '' : `, failures: ${failures}, the last: ${error}`;
  return `${id}  ${state.padEnd(7)}  ${kind} (${key}), due ${due}${failed}`;
}
