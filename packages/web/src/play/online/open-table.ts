import { failure, type Result, success } from '@tablier/core';
import type { Opponent, TableTerms } from '@tablier/protocol';
import { server } from '../../lib/connection/connection.svelte.ts';
import { errorText } from '../../lib/text.ts';
import { rememberedName } from '../../lib/connection/me.svelte.ts';
import { call } from '../../lib/connection/server-request.ts';

interface OnlineTableTerms extends TableTerms {
  /** The display name to use if the server does not know this browser yet. */
  readonly name: string;
}

/** Opens a table on the server; returns its id, or the reason for a refusal in words. */
export async function openTable({ name, ...terms }: OnlineTableTerms): Promise<Result<string, string>> {
  await server.ready();
  const refusal = server.name === null ? await server.registerGuest(name) : null;
  if (refusal !== null) return failure(errorText(refusal));
  const opened = await server.do({ kind: 'open', terms });
  return opened.ok ? success(opened.value.table) : failure(errorText(opened.error.name));
}

/** The recent opponents of the user; empty if the server cannot be asked. */
export async function recentOpponents(): Promise<readonly Opponent[]> {
  // A user without a name has played with no one.
  if (rememberedName() === '') return [];
  const answer = await call('GET /api/me/opponents');
  return 'value' in answer ? answer.value.opponents : [];
}
