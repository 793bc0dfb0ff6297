import { failure, type Result, success } from '@tablier/core';
import type { TableTerms } from '@tablier/protocol';
import { clockTerms } from './clocks.ts';
import { server } from './line.svelte.ts';
import { errorText } from './words.ts';

export interface FriendlyTable extends Pick<TableTerms, 'game' | 'options' | 'seating' | 'chairs'> {
  /** As it is written: `5+3`. */
  readonly clock: string;
  /** Under which name to play, where the server does not know this browser yet. */
  readonly name: string;
  readonly deal?: unknown;
}

/** Makes a table that is found by its link alone; its id, or why not in words. */
export async function openTable({ name, clock, ...wanted }: FriendlyTable): Promise<Result<string, string>> {
  await server.ready();
  const refusal = server.name === null ? await server.introduce(name) : null;
  if (refusal !== null) return failure(errorText(refusal));
  const terms: TableTerms = { ...wanted, clock: clockTerms(clock), takeBack: 'asked', visibility: 'link' };
  const opened = await server.do({ kind: 'open', terms });
  return opened.ok ? success(opened.value.table) : failure(errorText(opened.error.name));
}
