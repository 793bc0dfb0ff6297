import { failure, formatError, type GameRecord, type Replay, type Result, replay, success } from '@tablier/core';
import { findGame } from './catalogue.ts';

/** Why the archive of the server gave nothing. */
export interface ArchiveError {
  readonly name: 'unreachable' | 'not-found' | 'refused' | 'bad-record';
  readonly detail?: string;
}

/** Keeps a record on the server; its id is its address. */
export async function keepRecord(record: GameRecord): Promise<Result<string, ArchiveError>> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(record) };
  const answer = await ask('/api/games', init);
  if (!answer.ok) return answer;
  const id = (answer.value as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? success(String(id)) : failure({ name: 'refused' });
}

/** A kept game, checked move by move. */
export async function fetchRecord(id: string): Promise<Result<Replay, ArchiveError>> {
  const answer = await ask(`/api/games/${encodeURIComponent(id)}`, {});
  if (!answer.ok) return answer;
  const checked = replay(findGame, answer.value);
  return checked.ok ? checked : failure({ name: 'bad-record', detail: formatError(checked.error) });
}

async function ask(path: string, init: RequestInit): Promise<Result<unknown, ArchiveError>> {
  try {
    const response = await fetch(path, init);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (response.ok) return isJson ? success(await response.json()) : failure({ name: 'unreachable' });
    if (response.status === 404) return failure({ name: isJson ? 'not-found' : 'unreachable' });
    return failure({ name: response.status >= 500 ? 'unreachable' : 'refused', detail: String(response.status) });
  } catch {
    return failure({ name: 'unreachable' });
  }
}
