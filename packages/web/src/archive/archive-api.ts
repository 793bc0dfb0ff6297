import { failure, formatError, type GameRecord, type Replay, type Result, replay, success } from '@tablier/core';
import { findGame } from '@tablier/games';
import { becomeGuest, rememberedName } from '../account/guest.ts';
import { me } from '../account/me.svelte.ts';
import * as m from '../paraglide/messages.js';

/** Why the archive of the server gave nothing. */
export interface ArchiveError {
  readonly name: 'unreachable' | 'not-found' | 'refused' | 'bad-record';
  readonly detail?: string;
}

/** Keeps a record on the server; its id is its address. A browser that the server does not know becomes a guest first. */
export async function keepRecord(record: GameRecord): Promise<Result<string, ArchiveError>> {
  if (me.name === null) await me.load();
  const refusal = me.name === null ? await becomeGuestOfArchive() : null;
  if (refusal !== null) return failure(refusal);
  const answer = await ask('/api/games', posting(record));
  if (!answer.ok) {
    // The session ended meanwhile: the next try begins as a guest.
    if (answer.error.detail === '401') me.forget();
    return answer;
  }
  const id = (answer.value as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? success(String(id)) : failure({ name: 'refused' });
}

/** Why this browser could not become a guest; `null` where it did. */
async function becomeGuestOfArchive(): Promise<ArchiveError | null> {
  const name = rememberedName() || m.archive_guest();
  const refusal = await becomeGuest(name);
  if (refusal === null) me.named(name);
  return refusal && { name: refusal === 'unreachable' ? 'unreachable' : 'refused' };
}

const posting = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

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
