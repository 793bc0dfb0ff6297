import { askServer, type Refusal } from '../../lib/connection/server-request.ts';
import type { RemoteAnswer, RemoteStudy } from './reconcile.ts';
import type { LocalStudy } from '../../review/study/study-db.ts';

/** A study of the account in a list. */
export interface ListedStudy {
  readonly id: string;
  readonly title: string;
  readonly games: readonly string[];
  readonly chapters: number;
  readonly updatedAt: number;
}

const pathOf = (id: string): string => `/api/studies/${id}`;

export async function fetchStudy(id: string): Promise<RemoteAnswer> {
  const answer = await askServer('GET', pathOf(id));
  if ('value' in answer) return answer.value === null ? 'unknown' : (answer.value as RemoteStudy);
  if (answer.error === 'study-removed') return 'removed';
  return answer.status === 404 ? 'missing' : 'unknown';
}

/** Sends a study to the account. Returns its new revision, or why it was refused. */
export async function sendStudy({ id, title, chapters, revision }: LocalStudy): Promise<number | Refusal> {
  const answer = await askServer('PUT', pathOf(id), { title, chapters, base: revision });
  return 'value' in answer ? (answer.value as { readonly revision: number }).revision : answer;
}

/** Returns whether the account no longer has it. */
export async function unsendStudy(id: string): Promise<boolean> {
  return 'value' in (await askServer('DELETE', pathOf(id)));
}

/** The studies of the account; `null` if the server did not answer. */
export async function listStudies(): Promise<readonly ListedStudy[] | null> {
  const answer = await askServer('GET', '/api/me/studies');
  return 'value' in answer ? ((answer.value as { readonly studies?: readonly ListedStudy[] }).studies ?? []) : null;
}
