import { failure, formatError, type GameRecord, type Replay, type Result, replay, success } from '@tablier/core';
import { findRules, loadRules } from '../../games/rules.svelte.ts';
import { becomeGuest, me, rememberedName } from '../../lib/connection/me.svelte.ts';
import { call, type Refusal } from '../../lib/connection/server-request.ts';
import * as m from '../../paraglide/messages.js';

interface ArchiveError {
  readonly name: 'unreachable' | 'not-found' | 'refused' | 'bad-record';
  readonly detail?: string;
}

/** Stores a record on the server and returns its id. A browser that the server does not know becomes a guest first. */
export async function storeRecord(record: GameRecord): Promise<Result<string, ArchiveError>> {
  if (me.name === null) await me.load();
  const refusal = me.name === null ? await becomeGuestOfArchive() : null;
  if (refusal !== null) return failure(refusal);
  const answer = await call('POST /api/games', { body: record });
  if ('error' in answer) {
    // The session has ended: the next attempt begins as a guest.
    if (answer.status === 401) me.forget();
    return failure(archiveError(answer));
  }
  return success(answer.value.id);
}

/** Why this browser could not become a guest; `null` if it did. */
async function becomeGuestOfArchive(): Promise<ArchiveError | null> {
  const name = rememberedName() || m.archive_guest();
  const refusal = await becomeGuest(name);
  if (refusal === null) me.named(name);
  return refusal && { name: refusal === 'unreachable' ? 'unreachable' : 'refused' };
}

/** Fetches an archived game and replays it, which checks every move. */
export async function fetchRecord(id: string): Promise<Result<Replay, ArchiveError>> {
  const answer = await call('GET /api/v1/records/{id}', { params: { id } });
  if ('error' in answer) return failure(archiveError(answer));
  const { game, rules, deal } = answer.value;
  try {
    await loadRules(game, rules, deal);
  } catch {
    return failure({ name: 'unreachable' });
  }
  const checked = replay(findRules, answer.value);
  return checked.ok ? checked : failure({ name: 'bad-record', detail: formatError(checked.error) });
}

/** An answer without the error of the server comes from something in between: the server is unreachable. */
function archiveError({ error, status = 500 }: Refusal): ArchiveError {
  if (error === 'unreachable' || status >= 500) return { name: 'unreachable' };
  return status === 404 ? { name: 'not-found' } : { name: 'refused', detail: String(status) };
}
