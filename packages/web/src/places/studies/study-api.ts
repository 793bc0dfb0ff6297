import { call, type Refusal } from '../../lib/connection/server-request.ts';
import type { LocalStudy } from '../../review/study/study-db.ts';
import type { RemoteAnswer } from './reconcile.ts';

export async function fetchStudy(id: string): Promise<RemoteAnswer> {
  const answer = await call('GET /api/studies/{study}', { params: { study: id } });
  if ('value' in answer) return answer.value;
  if (answer.error === 'study-removed') return 'removed';
  return answer.status === 404 ? 'missing' : 'unknown';
}

/** Sends a study to the account. Returns its new revision, or why it was refused. */
export async function sendStudy({ id, title, chapters, revision }: LocalStudy): Promise<number | Refusal> {
  const body = { title, chapters, base: revision };
  const answer = await call('PUT /api/studies/{study}', { params: { study: id }, body });
  return 'value' in answer ? answer.value.revision : answer;
}
